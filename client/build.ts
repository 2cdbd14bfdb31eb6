import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const HERE = new URL('./', import.meta.url)
const OUT = new URL('dist/', HERE)

/** Builds the package to install elsewhere: plain modules and their types, which need nothing else. */
export async function build(): Promise<URL> {
  await rm(OUT, { recursive: true, force: true })
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
  await promisify(execFile)(process.execPath, [compiler, '-p', fileURLToPath(new URL('tsconfig.build.json', HERE))])
  const { name, version, license, description } = JSON.parse(
    await readFile(new URL('package.json', HERE), 'utf8'),
  ) as Record<string, string>
  const entry = { types: './index.d.ts', default: './index.js' }
  const manifest = {
    name,
    version,
    license,
    description,
    type: 'module',
    exports: { '.': entry },
    engines: { node: '>=20' },
  }
  await writeFile(new URL('package.json', OUT), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(new URL('README.md', HERE), new URL('README.md', OUT))
  await cp(new URL('../LICENSE', HERE), new URL('LICENSE', OUT))
  return OUT
}

if (import.meta.main) process.stdout.write(`${fileURLToPath(await build())}\n`)
