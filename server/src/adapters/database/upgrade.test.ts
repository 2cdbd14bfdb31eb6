import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestDatabase, MIGRATIONS } from '../../testing/test-database.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { readSchema, TableFiller } from './testing/fill-tables.ts'

const TAGS = readMigrations(MIGRATIONS).map(({ tag }) => tag)
/** What these columns take: not any value of their type. */
const VALUES = {
  'notification_channels.group_id': () => null,
  'executions.expectation': () => '{"failing_rows": []}',
  'scheduled_executions.expectation': () => '{"failing_rows": []}',
}
/** The columns whose values a migration takes away or changes, on purpose. */
const CHANGED = {
  // Failures of signing in are counted by address and account since, in a table of another form.
  '0005_hardening': [
    ...['username', 'failed_at', 'expires_at'].map((column) => `login_failures.${column}`),
    ...['password_reset_codes.wrong_tries', 'password_reset_tokens.email_revision'],
  ],
  // Notes when chunks began to move.
  '0015_growth_of_history': ['instance_settings.key', 'instance_settings.value'],
  // Adds the number of findings.
  '0022_waivers_and_findings': ['executions.expectation', 'scheduled_executions.expectation'],
}

const database = await createTestDatabase({ migrations: writeMigrations({}) })
afterAll(() => database.drop())

it('an upgrade from any release keeps what is in each table', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder()
  const filler = new TableFiller(database.pool, VALUES)
  const changed: Record<string, string[]> = {}
  for (const [index, tag] of TAGS.entries()) {
    const before = await readValues()

    await migrate(database, writeMigrations(sqlOf(TAGS.slice(0, index + 1)), folder))

    const after = await readValues()
    const places = [...before].flatMap(([place, values]) => (isDeepStrictEqual(after.get(place), values) ? [] : place))
    if (places.length > 0) changed[tag] = places
    await filler.fill()
  }

  const empty = [...(await readValues())].filter(([, values]) => values.length === 0)
  expect(empty).toEqual([])
  expect(changed).toEqual(CHANGED)
})

const sqlOf = (tags: readonly string[]): Record<string, string> =>
  Object.fromEntries(tags.map((tag) => [tag, readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8')]))

/** The values of each column as text, sorted, by `table.column`. */
async function readValues(): Promise<Map<string, readonly (string | null)[]>> {
  const found = new Map<string, readonly (string | null)[]>()
  for (const [table, columns] of await readSchema(database.pool)) {
    const { rows } = await database.pool.query<Record<string, string | null>>(
      `select ${columns.map(({ name }) => `"${name}"::text`).join(', ')} from "${table}"`,
    )
    for (const { name } of columns) found.set(`${table}.${name}`, rows.map((row) => row[name] ?? null).toSorted())
  }
  return found
}
