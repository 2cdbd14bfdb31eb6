import { join } from 'node:path'
import { serveControl } from '../adapters/control/serve-control.ts'
import type { Platform } from '../platform/feature.ts'
import { noteBackup } from '../platform/instance/last-backup.ts'
import { resumeInstallation } from './resume-installation.ts'

/** What the commands ask of the process that has the embedded database. */
export const COPY_DATABASE = 'copy-database'
export const NOTE_BACKUP = 'note-backup'
export const RESUME = 'resume'
export const RESUME_WITHOUT_MAILS = 'resume-without-mails'

/** Where the copy for a backup goes: on the same file system, which may share its blocks. */
export const backupCopyFolder = (dataDir: string): string => join(dataDir, 'backup-copy')

/** The embedded database belongs to this process alone, so commands that need it ask this process. */
export function answerCommands({ database, clock, config: { dataDir }, logger }: Platform): {
  close: () => Promise<void>
} {
  return serveControl({
    dataDir,
    actions: {
      [COPY_DATABASE]: async () => database.copyTo?.(backupCopyFolder(dataDir)),
      [NOTE_BACKUP]: async () => noteBackup(database.db, clock.now()),
      [RESUME]: async () => void (await resumeInstallation({ database, clock, discardsMails: false })),
      [RESUME_WITHOUT_MAILS]: async () => void (await resumeInstallation({ database, clock, discardsMails: true })),
    },
    onError: (error) => logger.error({ err: error }, 'could not answer a command of an operator'),
  })
}
