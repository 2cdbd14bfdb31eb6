import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.svg', '.wasm', '.webmanifest'])
const WORTH_IT_BYTES = 1000
// Level 10 and 11 take ten times as long for a few percent.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Builds `<web>/dist` with compressed twins, and replaces the old one only once the new one is complete. */
export async function buildWeb(web: string): Promise<void> {
  const { build } = await import('vite')
  const next = join(web, '.dist')
  await build({ root: web, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } })
  await compressFolder(next)
  await rm(join(web, 'dist'), { recursive: true, force: true })
  await rename(next, join(web, 'dist'))
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
