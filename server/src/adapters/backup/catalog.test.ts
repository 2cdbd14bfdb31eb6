import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { readSequences } from './catalog.ts'

describe.each(databaseKinds())('what a backup reads of the database (%s)', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ kind })
  })
  afterAll(() => database.drop())

  it('includes every sequence: after a restore, none gives a number again', async () => {
    const client = await database.pool.connect()
    const read = await readSequences(client)
    client.release()

    const { rows } = await database.pool.query(
      'select sequencename from pg_sequences where schemaname = current_schema()',
    )
    expect(read).toHaveLength(rows.length)
    expect(read).toContainEqual({ name: 'lineage_chunks_id_seq', last_value: String(2 ** 40), is_called: false })
  })
})
