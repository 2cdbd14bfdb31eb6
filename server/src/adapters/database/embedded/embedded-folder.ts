import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './durable-folder.ts'
import { launchThread } from './launch-thread.ts'

/**
 * Creates the database's folder if missing. It appears complete or not at all, so an interrupted start is simply
 * repeated.
 */
export async function ensureEmbeddedFolder(folder: string, onLog: (line: string) => void): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  // In its own thread: creating a database takes several hundred megabytes, which are freed with the thread.
  const thread = await launchThread({ task: 'create', folder: unfinished }, onLog)
  try {
    await thread.reached('stopped')
  } finally {
    await thread.end()
  }
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}
