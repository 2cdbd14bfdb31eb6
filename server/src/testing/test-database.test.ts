import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, databaseKinds } from './test-database.ts'
import { writeMigrations } from './write-migrations.ts'

const migrations = writeMigrations({ '0000_rows': 'create table own_rows (id int primary key)' })

describe.each(databaseKinds())('a test database (%s)', (kind) => {
  it('is migrated, empty and isolated from others', async () => {
    const [one, two] = await Promise.all([
      createTestDatabase({ kind, migrations }),
      createTestDatabase({ kind, migrations }),
    ])
    onTestFinished(async () => {
      await Promise.all([one.drop(), two.drop()])
    })

    await one.pool.query('insert into own_rows values (1)')

    const { rows } = await two.pool.query('select count(*)::int from own_rows')
    expect(rows).toEqual([{ count: 0 }])
  })
})
