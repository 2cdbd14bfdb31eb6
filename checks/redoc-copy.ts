import { copyFile, mkdir } from 'node:fs/promises'
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

/** `npm run copy-redoc`, after an update of the package. */
if (import.meta.main) {
  for (const { from, to } of REDOC_COPY) {
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, to)
  }
}
