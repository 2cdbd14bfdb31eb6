import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath, syncTree } from './durable-folder.ts'
import { launchThread } from './launch-thread.ts'
import { unpackTemplate } from './template.ts'

type OnLog = (line: string) => void

/**
 * Creates the database's folder if missing. It appears complete or not at all, so an interrupted start is simply
 * repeated.
 */
export async function ensureEmbeddedFolder(folder: string, onLog: OnLog): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  if (unpackTemplate(unfinished)) syncTree(unfinished)
  else await createEmbeddedFolder(unfinished, onLog)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

/**
 * Creates the database as PostgreSQL does, with `initdb`. In its own thread: this takes several hundred megabytes,
 * which are freed with the thread.
 */
export async function createEmbeddedFolder(folder: string, onLog: OnLog): Promise<void> {
  const thread = await launchThread({ task: 'create', folder }, onLog)
  try {
    await thread.reached('stopped')
  } finally {
    await thread.end()
  }
}
