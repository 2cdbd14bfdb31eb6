import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NO_SOURCE = new Set(['node_modules', 'dist', '.dist'])

/** Whether something in the folders is newer than the built page, or there is no such page. */
export async function isStale(page: string, folders: readonly string[]): Promise<boolean> {
  const built = await modifiedAt(page)
  if (built === undefined) return true
  for (const folder of folders) if ((await newestIn(folder)) > built) return true
  return false
}

/** Milliseconds since 1970; undefined when there is no such file. */
export const modifiedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

/** Folders within count too: one that lost a file has changed. The folder itself does not, since a build changes it. */
async function newestIn(folder: string): Promise<number> {
  let newest = 0
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothingThere)
  for (const entry of entries) {
    if (NO_SOURCE.has(entry.name) || /[.]test[.]tsx?$/.test(entry.name)) continue
    const path = join(folder, entry.name)
    newest = Math.max(newest, (await modifiedAt(path)) ?? 0, entry.isDirectory() ? await newestIn(path) : 0)
  }
  return newest
}

/** A deployment may leave folders out. */
function nothingThere(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
