import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Query, reencryptAll } from './reencrypt.ts'
import { createRootKey } from './root-key.ts'
import { createSecretBox, keyIdOf, type SecretBox } from './secret-box.ts'
import { Secret } from './secret.ts'

const newKey = () => createRootKey(new Secret(randomBytes(32).toString('base64')))
const oldKey = newKey()
const key = newKey()
const before = createSecretBox({ current: oldKey })
const after = createSecretBox({ current: key })
const rotating = createSecretBox({ current: key, previous: [oldKey] })

const byNumber = { table: 'Numbered things', column: 'the "secret"', idColumn: 'id' }
const byUuid = { table: 'things', column: 'sealed', idColumn: 'id' }

let database: TestDatabase
let query: Query

beforeAll(async () => {
  database = await createTestDatabase()
  query = (text, values) => database.pool.query(text, values)
  await query('create table "Numbered things" (id integer primary key, "the ""secret""" text)', [])
  await query('create table things (id uuid primary key, sealed text)', [])
}, 120_000)
beforeEach(() => query('truncate "Numbered things", things', []))
afterAll(() => database.drop())

const insertNumber = (id: number, sealed: string | null) =>
  query('insert into "Numbered things" values ($1, $2)', [id, sealed])
const seal = (box: SecretBox, id: number) =>
  box.seal(`secret ${id}`, { table: byNumber.table, column: byNumber.column, row: id })
const open = (box: SecretBox, id: number, sealed: string) =>
  box.open(sealed, { table: byNumber.table, column: byNumber.column, row: id }).reveal()

async function readNumbers(): Promise<{ id: number; sealed: string }[]> {
  const { rows } = await query('select id, "the ""secret""" as sealed from "Numbered things" order by id', [])
  return rows as { id: number; sealed: string }[]
}

describe('re-encryption', () => {
  it('moves every row to the current key, whatever the batch size', async () => {
    for (let id = 1; id <= 23; id += 1) await insertNumber(id, seal(id % 3 ? before : after, id))
    await insertNumber(100, null)

    const reports = await reencryptAll({ columns: [byNumber], query, box: rotating, batchSize: 5 })

    expect(reports).toEqual([
      { table: byNumber.table, column: byNumber.column, resealed: 16, unreadable: [], rowsByKeyId: { [key.id]: 23 } },
    ])
    const rows = (await readNumbers()).filter(({ sealed }) => sealed)
    expect(rows.map(({ id, sealed }) => open(after, id, sealed))).toEqual(rows.map(({ id }) => `secret ${id}`))
  })

  it('works with any type of id and reports column by column', async () => {
    const id = randomUUID()
    await query('insert into things values ($1, $2)', [
      id,
      before.seal('x', { table: 'things', column: 'sealed', row: id }),
    ])
    await insertNumber(1, seal(before, 1))

    const reports = await reencryptAll({ columns: [byUuid, byNumber], query, box: rotating })

    expect(reports.map(({ table, resealed }) => [table, resealed])).toEqual([
      ['things', 1],
      ['Numbered things', 1],
    ])
    const { rows } = await query('select sealed from things', [])
    expect(
      after.open((rows[0] as { sealed: string }).sealed, { table: 'things', column: 'sealed', row: id }).reveal(),
    ).toBe('x')
  })

  it('changes nothing when run again', async () => {
    await insertNumber(1, seal(before, 1))
    await reencryptAll({ columns: [byNumber], query, box: rotating })
    const first = await readNumbers()

    const reports = await reencryptAll({ columns: [byNumber], query, box: rotating })

    expect(reports[0]?.resealed).toBe(0)
    expect(await readNumbers()).toEqual(first)
  })

  it('resumes where it was interrupted', async () => {
    for (let id = 1; id <= 10; id += 1) await insertNumber(id, seal(before, id))
    let updates = 0
    const breaking: Query = async (text, values) => {
      if (text.startsWith('update') && ++updates > 4) throw new Error('the plug was pulled')
      return query(text, values)
    }

    await expect(reencryptAll({ columns: [byNumber], query: breaking, box: rotating })).rejects.toThrow(
      'the plug was pulled',
    )
    const between = (await readNumbers()).map(({ id, sealed }) => open(rotating, id, sealed))
    const reports = await reencryptAll({ columns: [byNumber], query, box: rotating })

    expect(between).toHaveLength(10)
    expect(reports[0]).toMatchObject({ resealed: 6, rowsByKeyId: { [key.id]: 10 } })
  })

  it('leaves rows that no key opens unchanged and lists them', async () => {
    const lost = newKey()
    await insertNumber(1, seal(createSecretBox({ current: lost }), 1))
    await insertNumber(2, seal(before, 3))
    await insertNumber(3, 'no sealed text')
    await insertNumber(4, seal(before, 4))
    const rowsBefore = await readNumbers()

    const [report] = await reencryptAll({ columns: [byNumber], query, box: rotating, batchSize: 2 })

    expect(report).toMatchObject({ resealed: 1, unreadable: ['1', '2', '3'] })
    expect(report?.rowsByKeyId).toEqual({ [lost.id]: 1, [oldKey.id]: 1, [key.id]: 1, '': 1 })
    expect((await readNumbers()).slice(0, 3)).toEqual(rowsBefore.slice(0, 3))
  })

  it('does not overwrite a concurrent change', async () => {
    await insertNumber(1, seal(before, 1))
    const racing: Query = async (text, values) => {
      if (text.startsWith('update')) await query('update "Numbered things" set "the ""secret""" = $1', [seal(after, 1)])
      return query(text, values)
    }
    const fresh = seal(after, 1)

    const [report] = await reencryptAll({ columns: [byNumber], query: racing, box: rotating })

    expect(report?.resealed).toBe(0)
    expect(keyIdOf(fresh)).toBe(keyIdOf((await readNumbers())[0]?.sealed ?? ''))
  })
})
