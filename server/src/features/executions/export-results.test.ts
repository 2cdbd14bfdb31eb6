import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ResultChunk } from './engine/engine-types.ts'
import { exportResults } from './export-results.ts'

/** Chunks without end; `closed` resolves when nobody will ask for more. */
function endlessRows() {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  async function* chunks(): AsyncGenerator<ResultChunk> {
    try {
      for (let index = 0; ; index++) {
        const text = Array.from({ length: 100 }, () => JSON.stringify({ name: randomUUID().repeat(20) })).join('\n')
        yield { index, rowCount: 100, body: zstdCompressSync(text) }
      }
    } finally {
      resolve()
    }
  }
  return { chunks: chunks(), closed }
}

describe('an export nobody reads any more', () => {
  it.each(['csv', 'ndjson', 'xlsx'] as const)('as %s stops reading the rows', async (format) => {
    const { chunks, closed } = endlessRows()
    const { body } = exportResults(format, { id: 'x', columns: ['name'] }, chunks)
    await once(body, 'readable')

    body.destroy()

    await closed
    expect(body.destroyed).toBe(true)
  })
})

it.each(['csv', 'ndjson', 'xlsx'] as const)('an export as %s fails with its source instead of ending early', async (format) => {
  async function* chunks(): AsyncGenerator<ResultChunk> {
    yield { index: 0, rowCount: 1, body: zstdCompressSync('{"name":"a"}') }
    throw new Error('the database went away')
  }
  const { body } = exportResults(format, { id: 'x', columns: ['name'] }, chunks())

  await expect(body.toArray()).rejects.toThrow('the database went away')
})
