import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../adapters/database/read-migrations.ts'

/** The product's. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Names a template by its migrations, so that it is rebuilt when they change. */
export function hashOfMigrations(folder: string): string {
  const hash = createHash('sha256')
  for (const migration of readMigrations(folder)) hash.update(`${migration.tag} ${migration.hash}\n`)
  return hash.digest('hex').slice(0, 16)
}
