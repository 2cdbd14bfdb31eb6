import { fileURLToPath } from 'node:url'
import type { Database } from '../adapters/database/database.ts'
import { createEmbeddedTestDatabase } from './embedded-template.ts'
import type { TestDatabase } from './keep-database.ts'
import { createPostgresTestDatabase } from './postgres-template.ts'

export type { TestDatabase }

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const postgresUrl = process.env['TEST_DATABASE_URL'] || undefined

type Options = {
  /** Other migrations than the product's. */
  readonly migrations?: string
  /** PostgreSQL when `TEST_DATABASE_URL` is set, else the embedded one, unless the test is about one of them. */
  readonly kind?: Database['kind']
}

/** What a test that is about the database itself runs on, one after the other. */
export function databaseKinds(): readonly Database['kind'][] {
  if (postgresUrl !== undefined) return ['embedded', 'postgres']
  console.warn('TEST_DATABASE_URL is not set: the database is tested embedded only, NOT on PostgreSQL')
  return ['embedded']
}

/**
 * A migrated, empty database, copied from a template that is made once.
 * With `HEDDLE_KEEP_DATABASES=1` it stays for a look, and its place is printed.
 */
export function createTestDatabase({ migrations = MIGRATIONS, kind }: Options = {}): Promise<TestDatabase> {
  if (kind === 'embedded' || postgresUrl === undefined) return createEmbeddedTestDatabase(migrations)
  return createPostgresTestDatabase(postgresUrl, migrations)
}
