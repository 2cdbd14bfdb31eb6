import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../../adapters/backup/backup-error.ts'
import { askProcess } from '../../adapters/control/ask-process.ts'
import { DataFolderInUse, lockDataFolder } from '../../adapters/database/data-folder-lock.ts'
import { type Database, openDatabase } from '../../adapters/database/database.ts'
import { embeddedFolder } from '../../adapters/database/embedded/open-embedded.ts'
import { COPY_DATABASE, backupCopyFolder } from '../../compose/answer-commands.ts'
import type { CommandOptions } from '../command.ts'

type Options = Pick<CommandOptions, 'config' | 'logger'>

/** Opens the configured database to read all of it, whether or not the service is running on it. */
export async function openSource({ config, logger }: Options): Promise<Database> {
  if (config.database.url)
    return openDatabase({ url: config.database.url.reveal(), dataDir: config.dataDir, logger, poolSize: 1 })
  return (await openStopped({ config, logger })) ?? openCopy({ config, logger })
}

/** The embedded database of a stopped service; undefined while it is running. */
export async function openStopped({ config: { dataDir }, logger }: Options): Promise<Database | undefined> {
  if (!existsSync(join(embeddedFolder(dataDir), 'PG_VERSION')))
    throw new BackupError(`there is no database in DATA_DIR ${dataDir}`)
  try {
    return await openDatabase({ dataDir, logger })
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined
    throw error
  }
}

/** The running process copies its files between two queries; the copy is opened here and deleted afterwards. */
async function openCopy({ config: { dataDir }, logger }: Options): Promise<Database> {
  const folder = backupCopyFolder(dataDir)
  const lock = lockDataFolder(folder)
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await askProcess(dataDir, COPY_DATABASE)
    lock.release()
    const copy = await openDatabase({ dataDir: folder, logger })
    return {
      ...copy,
      close: async () => {
        await copy.close()
        await remove()
      },
    }
  } catch (error) {
    lock.release()
    await remove()
    throw error
  }
}
