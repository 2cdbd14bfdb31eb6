import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildDocs, type DocsAssets } from './docs/build-docs.ts'

const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.wasm', '.webmanifest'])
const WORTH_IT_BYTES = 1000
// Level 10 and 11 take ten times as long for a few percent.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Builds `<web>/dist`, with the documentation and compressed twins; the old one stays until it is complete. */
export async function buildWeb(web: string): Promise<void> {
  const { build } = await import('vite')
  const next = join(web, '.dist')
  await build({ root: web, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } })
  const root = join(web, '..')
  if (existsSync(join(root, 'docs'))) await buildDocs(root, next, await buildDocsScript(web, next))
  await compressFolder(next)
  await rm(join(web, 'dist'), { recursive: true, force: true })
  await rename(next, join(web, 'dist'))
}

/** The script and the style of the documentation: pages of their own, which load nothing of the web UI. */
async function buildDocsScript(web: string, outDir: string): Promise<DocsAssets> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: false,
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: { docs: join(web, 'src/docs/docs.ts') } },
    },
  })
  const files = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  const script = files.find((file) => file.type === 'chunk' && file.isEntry)
  if (script === undefined) throw new Error('The script of the documentation was not built.')
  const styles = files.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'))
  return { script: script.fileName, styles }
}

/** Writes `<file>.br` and `<file>.gz` beside what a server would otherwise compress for each request. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < WORTH_IT_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
