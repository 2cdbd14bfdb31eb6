import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Manifest } from '../../adapters/backup/manifest.ts'
import { type CommandOptions, quietly, usage } from '../command.ts'
import { NOTE_BACKUP } from '../../compose/answer-commands.ts'
import { noteBackup } from '../../platform/instance/last-backup.ts'
import { askProcess } from '../../adapters/control/ask-process.ts'
import { openSource, openStopped } from './open-source.ts'
import { takeBackup } from './take-backup.ts'

export async function backup(options: CommandOptions): Promise<number> {
  const [name, ...more] = options.args
  if (name === undefined || name.startsWith('--') || more.length > 0) return usage(options, 'backup <file>')
  const file = resolve(name)
  const database = await openSource(quietly(options))
  const manifest = await takeBackup(database, file).finally(database.close)
  await noteTaken(quietly(options))
  options.print(`${file}: ${describeContent(manifest)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  options.print('The key that opens its secrets is not in it: keep SECRET_KEY (or DATA_DIR/secret.key) somewhere else.')
  return 0
}

/** For the page of administrators; a backup is one even if this fails. */
async function noteTaken({ config, logger }: Pick<CommandOptions, 'config' | 'logger'>): Promise<void> {
  try {
    const database = config.database.url ? await openSource({ config, logger }) : await openStopped({ config, logger })
    if (database) await noteBackup(database.db, new Date()).finally(database.close)
    else await askProcess(config.dataDir, NOTE_BACKUP)
  } catch (error) {
    logger.warn({ err: error }, 'the backup is complete, but could not be noted')
  }
}

export function describeContent({ tables, jobs }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${jobs.rows} waiting jobs`
}
