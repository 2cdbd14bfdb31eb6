import type { Database } from '../adapters/database/database.ts'
import { createEmbeddedTestDatabase } from './embedded-template.ts'
import type { TestDatabase } from './keep-database.ts'
import { MIGRATIONS } from './migrations-hash.ts'
import { createPostgresTestDatabase } from './postgres-template.ts'

export { MIGRATIONS }
export type { TestDatabase }

const postgresUrl = process.env['TEST_DATABASE_URL'] || undefined

type Options = {
  /** Migrations to use instead of the product's. */
  readonly migrations?: string
  /** By default PostgreSQL when `TEST_DATABASE_URL` is set, else embedded; set it for tests about one of them. */
  readonly kind?: Database['kind']
}

/** The kinds of database that tests about the database itself run on, one after the other. */
export function databaseKinds(): readonly Database['kind'][] {
  if (postgresUrl !== undefined) return ['embedded', 'postgres']
  console.warn('TEST_DATABASE_URL is not set: the database is tested embedded only, NOT on PostgreSQL')
  return ['embedded']
}

/**
 * A migrated, empty database, copied from a template that is built once. `HEDDLE_KEEP_DATABASES=1` keeps it for
 * inspection and prints where it is.
 */
export function createTestDatabase({ migrations = MIGRATIONS, kind }: Options = {}): Promise<TestDatabase> {
  if (kind === 'embedded' || postgresUrl === undefined) return createEmbeddedTestDatabase(migrations)
  return createPostgresTestDatabase(postgresUrl, migrations)
}
