import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { exportResults } from './export-results.ts'

/** Endless rows; `closed` resolves when the reader has stopped. */
function endlessRows() {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  async function* rows(): AsyncGenerator<readonly string[]> {
    try {
      for (;;) {
        // Yields to the event loop, as rows from a database would.
        await nextTurn()
        yield Array.from({ length: 100 }, () => JSON.stringify({ name: randomUUID().repeat(20) }))
      }
    } finally {
      resolve()
    }
  }
  return { rows: rows(), closed }
}

describe('an export whose client has disconnected', () => {
  it.each(['csv', 'ndjson', 'xlsx'] as const)('stops reading the rows of a %s file', async (format) => {
    const { rows, closed } = endlessRows()
    const { body } = exportResults(format, { name: 'x', columns: ['name'] }, rows)
    await once(body, 'readable')

    body.destroy()

    await closed
    expect(body.destroyed).toBe(true)
  })
})

it.each(['csv', 'ndjson', 'xlsx'] as const)(
  'an export as %s fails when its source fails, instead of ending early',
  async (format) => {
    async function* rows(): AsyncGenerator<readonly string[]> {
      yield ['{"name":"a"}']
      throw new Error('the database went away')
    }
    const { body } = exportResults(format, { name: 'x', columns: ['name'] }, rows())

    await expect(body.toArray()).rejects.toThrow('the database went away')
  },
)
