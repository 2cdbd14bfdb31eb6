import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../../testing/migrations-hash.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { SUPERSEDED } from './superseded-migrations.ts'

const recorded = JSON.parse(readFileSync(join(MIGRATIONS, 'hashes.json'), 'utf8')) as Readonly<Record<string, string>>
const present = new Map(readMigrations(MIGRATIONS).map(({ tag, hash }) => [tag, hash]))

it('a recorded migration never changes: an installation that has applied it could no longer start', () => {
  const changed = Object.entries(recorded).filter(([tag, hash]) => present.get(tag) !== hash)

  expect(changed, 'write a further migration instead').toEqual([])
})

it('every migration is recorded', () => {
  const missing = [...present].filter(([tag]) => !(tag in recorded))

  expect(Object.fromEntries(missing), 'add these lines to server/migrations/hashes.json').toEqual({})
})

it('a database from before migration 0002 got its last index starts, and gets the index', async () => {
  const database = await createTestDatabase()
  const [{ tag, hash }] = SUPERSEDED as [(typeof SUPERSEDED)[number]]
  await database.pool.query('drop index executions_query_status_idx')
  await database.pool.query('update applied_migrations set hash = $1 where tag = $2', [hash, tag])

  await migrate(database, MIGRATIONS)

  const { rows } = await database.pool.query(
    `select indexdef from pg_indexes where indexname = 'executions_query_status_idx'`,
  )
  expect(rows[0].indexdef).toContain('(saved_query_id, status, executed_at, id)')
  await database.drop()
})
