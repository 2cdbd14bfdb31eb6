import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readPacksIn } from './src/packs/shipped-packs.ts'

const HERE = fileURLToPath(new URL('./', import.meta.url))
const OUT = join(HERE, 'dist')
const PACKS = join(HERE, '../packs')
const ENTRY = join(HERE, 'src/main.ts')
/** What those have who run it; the server needs a newer one. */
const OLDEST_NODE = '20.12'

/** Builds the command line as one file that needs nothing but Node, and a package around it. Returns its folder. */
export async function buildCli(out = OUT): Promise<string> {
  const next = join(dirname(out), `.${basename(out)}`)
  await rm(next, { recursive: true, force: true })
  await mkdir(next)
  const program = await bundle(join(next, 'heddle.mjs'))
  // For the server, which sends it to those who accept it.
  await writeFile(join(next, 'heddle.mjs.gz'), gzipSync(program, { level: 9 }))
  await writeFile(join(next, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await cp(join(HERE, 'README.md'), join(next, 'README.md'))
  await cp(join(HERE, '../LICENSE'), join(next, 'LICENSE'))
  await rm(out, { recursive: true, force: true })
  await rename(next, out)
  return out
}

async function bundle(file: string): Promise<string> {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    input: ENTRY,
    platform: 'node',
    transform: { target: `node${OLDEST_NODE}`, define: { SHIPPED_PACKS: JSON.stringify(await shippedPacks()) } },
    onLog: () => undefined,
  })
  await bundled.write({ file, format: 'esm', codeSplitting: false, comments: false, keepNames: true })
  const packages = packagesOf(await bundled.watchFiles)
  await bundled.close()
  const program = `${await readFile(file, 'utf8')}\n${packages.map(notice).join('\n')}\n`
  await writeFile(file, program)
  await chmod(file, 0o755)
  return program
}

/** As `shipped-packs.ts` reads them: who has the program has the packs. */
const shippedPacks = async (): Promise<string> =>
  gzipSync(JSON.stringify(await readPacksIn(PACKS)), { level: 9 }).toString('base64')

const packagesOf = (files: readonly string[]): readonly string[] =>
  [...new Set(files.flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []))].sort()

/** The licences of packages ask for this wherever their code goes. */
function notice(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const [file] = globSync('{LICENSE,LICENCE,license,licence}*', { cwd: folder })
  const text = file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
  return `/* ${name} ${version}\n${text.trim().replaceAll('*/', '* /')}\n*/`
}

async function manifest(): Promise<object> {
  const { name, version, license, description, type } = JSON.parse(
    await readFile(join(HERE, 'package.json'), 'utf8'),
  ) as Record<string, string>
  return {
    ...{ name, version, license, description, type, bin: { heddle: './heddle.mjs' }, files: ['heddle.mjs'] },
    engines: { node: `>=${OLDEST_NODE}` },
  }
}

if (import.meta.main) process.stdout.write(`${await buildCli()}\n`)
