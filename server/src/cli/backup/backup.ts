import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Manifest } from '../../adapters/backup/manifest.ts'
import { type CommandOptions, quietly, usage } from '../command.ts'
import { openSource } from './open-source.ts'
import { takeBackup } from './take-backup.ts'

export async function backup(options: CommandOptions): Promise<number> {
  const [name, ...more] = options.args
  if (name === undefined || name.startsWith('--') || more.length > 0) return usage(options, 'backup <file>')
  const file = resolve(name)
  const database = await openSource(quietly(options))
  const manifest = await takeBackup(database, file).finally(database.close)
  options.print(`${file}: ${describeContent(manifest)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  options.print('The key that opens its secrets is not in it: keep SECRET_KEY (or DATA_DIR/secret.key) somewhere else.')
  return 0
}

export function describeContent({ tables, jobs }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${jobs.rows} waiting jobs`
}
