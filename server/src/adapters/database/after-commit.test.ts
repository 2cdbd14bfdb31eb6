import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)
afterAll(() => database.drop())

describe('a task for after the commit', () => {
  it('runs once the transaction has committed, in the order registered, even when registered deeper in the call', async () => {
    const done: string[] = []

    await database.transaction(async (tx) => {
      database.afterCommit(() => done.push('outer'))
      await tx.transaction(async () => database.afterCommit(() => done.push('inner')))
      done.push('end of the work')
    })

    expect(done).toEqual(['end of the work', 'outer', 'inner'])
  })

  it('never runs when the transaction rolls back', async () => {
    const done: string[] = []
    const failing = database.transaction(async () => {
      database.afterCommit(() => done.push('never'))
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')

    expect(done).toEqual([])
  })

  it('runs at once outside a transaction', () => {
    const done: string[] = []

    database.afterCommit(() => done.push('now'))

    expect(done).toEqual(['now'])
  })
})
