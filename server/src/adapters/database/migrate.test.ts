import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { migrate } from './migrate.ts'

const FIRST = 'create table fruit (id int primary key);\n--> statement-breakpoint\ninsert into fruit values (1), (2);'
const SECOND = 'alter table fruit add column name text;'

const folderOf = (migrations: Record<string, string>): string => writeMigrations(migrations, temporaryFolder())

describe.each(databaseKinds())('migrations (%s)', (kind) => {
  const none = writeMigrations({})
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase({ kind, migrations: none })
  })

  afterAll(() => database.drop())

  beforeEach(async () => {
    await database.pool.query('drop table if exists fruit, applied_migrations')
  })

  async function applied(): Promise<string[]> {
    const { rows } = await database.pool.query<{ tag: string }>('select tag from applied_migrations order by tag')
    return rows.map(({ tag }) => tag)
  }

  it('are applied in order, each once', async () => {
    const folder = folderOf({ '0000_first': FIRST })
    await migrate(database, folder)

    await migrate(database, writeMigrations({ '0000_first': FIRST, '0001_second': SECOND }, folder))

    const { rows } = await database.pool.query('select * from fruit order by id')
    expect(rows).toEqual([
      { id: 1, name: null },
      { id: 2, name: null },
    ])
    expect(await applied()).toEqual(['0000_first', '0001_second'])
  })

  it('are applied once when several processes start together', async () => {
    const folder = folderOf({ '0000_first': FIRST, '0001_second': SECOND })

    await Promise.all([1, 2, 3, 4].map(() => migrate(database, folder)))

    expect(await applied()).toEqual(['0000_first', '0001_second'])
  })

  it('roll back one that fails and keep those before it', async () => {
    const folder = folderOf({ '0000_first': FIRST, '0001_wrong': `delete from fruit;\n--> statement-breakpoint\nselect 1/0;` })

    await expect(migrate(database, folder)).rejects.toThrow('migration 0001_wrong, statement 2 of 2: division by zero')

    const { rows } = await database.pool.query('select count(*)::int from fruit')
    expect(rows).toEqual([{ count: 2 }])
    expect(await applied()).toEqual(['0000_first'])
  })

  it('stop a program that is older than its database', async () => {
    await migrate(database, folderOf({ '0000_first': FIRST, '0001_second': SECOND }))

    const outcome = migrate(database, folderOf({ '0000_first': FIRST }))

    await expect(outcome).rejects.toThrow(
      'the database is newer than this program: it has migration 0001_second, the program ends at 0000_first',
    )
  })

  it('stop a program whose migration differs from the one applied', async () => {
    await migrate(database, folderOf({ '0000_first': FIRST }))

    const outcome = migrate(database, folderOf({ '0000_first': 'create table fruit (id bigint primary key);' }))

    await expect(outcome).rejects.toThrow('migration 0000_first was changed')
  })

  it('are unaffected by line endings', async () => {
    await migrate(database, folderOf({ '0000_first': FIRST }))

    await migrate(database, folderOf({ '0000_first': FIRST.replaceAll('\n', '\r\n') }))

    expect(await applied()).toEqual(['0000_first'])
  })
})
