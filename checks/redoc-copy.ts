import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const PACKAGE = dirname(require.resolve('redoc/package.json'))
const COPY = fileURLToPath(new URL('../server/assets/redoc', import.meta.url))
const copied = (from: string, name: string) => ({ from: join(PACKAGE, from), to: join(COPY, name) })

/**
 * ReDoc is one script that browsers load; as a dependency it brings a hundred packages that no server ever runs. So the
 * script is copied from the locked package, and a test compares the two.
 */
export const REDOC_COPY = [
  copied('bundles/redoc.standalone.js', 'redoc.standalone.js'),
  copied('bundles/redoc.standalone.js.LICENSE.txt', 'redoc.standalone.js.LICENSE.txt'),
  copied('LICENSE', 'LICENSE'),
]

// The script fetches its maker's logo from the maker's server: every reader of the page would be known there.
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const NO_LOGO = 'data:,'

/** The bytes of a copy: those of the package, but for the logo. */
export const bytesOfCopy = async (from: string): Promise<Buffer> =>
  Buffer.from((await readFile(from, 'utf8')).replace(JSON.stringify(LOGO), JSON.stringify(NO_LOGO)))

/** `npm run copy-redoc`, after an update of the package. */
if (import.meta.main) {
  for (const { from, to } of REDOC_COPY) {
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, await bytesOfCopy(from))
  }
}
