import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeMigrations } from '../../testing/write-migrations.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

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
    await database.pool.query('drop table if exists fruit, applied_migrations, instance_locks')
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
    const folder = folderOf({
      '0000_first': FIRST,
      '0001_wrong': `delete from fruit;\n--> statement-breakpoint\nselect 1/0;`,
    })

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

  it('add what an earlier form of a migration lacked, once, and remember the present form', async () => {
    const earlier = folderOf({ '0000_first': FIRST })
    await migrate(database, earlier)
    const present = folderOf({
      '0000_first': `${FIRST}\n--> statement-breakpoint\ncreate index fruit_idx on fruit (id);`,
    })
    const superseded = {
      tag: '0000_first',
      hash: readMigrations(earlier)[0]!.hash,
      becomes: readMigrations(present)[0]!.hash,
      repairs: ['create index fruit_idx on fruit (id)'],
    }

    await Promise.all([1, 2].map(() => migrate(database, present, undefined, [superseded])))
    await migrate(database, present, undefined, [])

    const { rows } = await database.pool.query(
      `select indexname from pg_indexes where tablename = 'fruit' and indexname = 'fruit_idx'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('leave out an index that only a missing extension could fill', async () => {
    const index = 'create index fruit_name_idx on fruit using gin (name gin_trgm_ops);'

    await migrate(
      database,
      folderOf({ '0000_first': FIRST, '0001_second': SECOND, '0002_index': index, '0003_more': 'drop table fruit;' }),
    )

    expect(await applied()).toEqual(['0000_first', '0001_second', '0002_index', '0003_more'])
  })

  it('are unaffected by line endings', async () => {
    await migrate(database, folderOf({ '0000_first': FIRST }))

    await migrate(database, folderOf({ '0000_first': FIRST.replaceAll('\n', '\r\n') }))

    expect(await applied()).toEqual(['0000_first'])
  })
})

// The embedded database has one session, so nobody can hold the lock meanwhile.
describe.skipIf(!process.env['TEST_DATABASE_URL'])('the turn to migrate', () => {
  it('is given up by a process that is killed', async () => {
    const database = await createTestDatabase({ kind: 'postgres', migrations: writeMigrations({}) })
    const folder = folderOf({ '0000_first': FIRST })
    await migrate(database, writeMigrations({}))
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query(`select name from instance_locks where name = 'migrations' for update`)
    const waiting = Promise.withResolvers<void>()
    const logger = pino(
      { level: 'info' },
      { write: (line: string) => void (line.includes('waiting') && waiting.resolve()) },
    )

    const migrated = migrate(database, folder, logger)
    await waiting.promise
    holder.release(true)

    await migrated
    expect((await database.pool.query('select tag from applied_migrations')).rows).toEqual([{ tag: '0000_first' }])
    await database.drop()
  })
})
