import { createHash } from 'node:crypto'
import { readMigrations } from '../adapters/database/read-migrations.ts'

/** Names a template by what it was made from, so that it is made again when the migrations change. */
export function hashOfMigrations(folder: string): string {
  const hash = createHash('sha256')
  for (const migration of readMigrations(folder)) hash.update(`${migration.tag} ${migration.hash}\n`)
  return hash.digest('hex').slice(0, 16)
}
