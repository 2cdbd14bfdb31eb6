import { describe, expect, it } from 'vitest'
import { deleteInBatches } from './delete-in-batches.ts'

describe('deleteInBatches', () => {
  it.each([
    { rows: 0, limits: [10] },
    { rows: 9, limits: [10] },
    { rows: 10, limits: [10, 10] },
    { rows: 25, limits: [10, 10, 10] },
  ])('deletes $rows rows with the limits $limits', async ({ rows, limits }) => {
    const asked: number[] = []
    let left = rows

    const deleted = await deleteInBatches(10, (limit) => {
      asked.push(limit)
      const batch = Math.min(limit, left)
      left -= batch
      return Promise.resolve(batch)
    })

    expect({ deleted, left, asked }).toEqual({ deleted: rows, left: 0, asked: limits })
  })

  it('stops at the first batch that fails', async () => {
    let batches = 0
    const failing = deleteInBatches(10, () => {
      batches += 1
      return batches === 2 ? Promise.reject(new Error('the database is gone')) : Promise.resolve(10)
    })

    await expect(failing).rejects.toThrow('the database is gone')
    expect(batches).toBe(2)
  })
})
