import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { exportEntries } from './audit-export.ts'
import type { ListedEntry } from './audit-log.store.ts'

const ENTRIES = 350

it('writes at most a hundred entries between two turns of others, however many come at once', async () => {
  let written = 0
  const entry = {
    get id() {
      return ++written
    },
    createdAt: new Date(0),
  } as unknown as ListedEntry
  const seen = [0]
  let isOver = false
  const look = (): void => {
    seen.push(written)
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)

  await buffer(exportEntries(batches(Array.from({ length: ENTRIES }, () => entry))))
  isOver = true

  const steps = seen.slice(1).map((count, index) => count - seen[index]!)
  expect(written).toBe(ENTRIES)
  expect(Math.max(...steps)).toBe(100)
})

async function* batches(entries: readonly ListedEntry[]) {
  yield entries
}
