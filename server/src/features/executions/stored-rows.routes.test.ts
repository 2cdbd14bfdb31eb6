import { zstdCompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import { executionResultChunks as chunks, executions } from './executions.tables.ts'

const ROWS = 500
const QUERY = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const nameOf = (index: number): string => `${index} ${'x'.repeat(10_000)}`

let app: Runs
beforeAll(async () => {
  app = await startRuns()
})
afterAll(() => app.stop())

/** A run whose rows an earlier version stored: in one chunk, however large. */
async function earlierRun(lineOf = (index: number) => JSON.stringify({ name: nameOf(index) })): Promise<string> {
  const { execution_id: id } = await app.run(QUERY)
  const { db } = app.app.app.platform.database
  const body = zstdCompressSync(Array.from({ length: ROWS }, (_, index) => lineOf(index)).join('\n'))
  await db.delete(chunks).where(eq(chunks.executionId, id))
  await db.insert(chunks).values({ executionId: id, index: 0, rowCount: ROWS, body })
  await db
    .update(executions)
    .set({ rowCount: ROWS, columns: ['name'] })
    .where(eq(executions.id, id))
  return id
}

describe('rows of an earlier version, 5 MB in one chunk', () => {
  it('are in the log of their run', async () => {
    const { results } = await app.log(await earlierRun())

    expect(results.map(({ name }: { name: string }) => name)).toEqual(Array.from({ length: ROWS }, (_, i) => nameOf(i)))
  })

  it.each(['csv', 'ndjson'])('are exported as %s', async (format) => {
    const { status, text } = await app.editor.get(`${LOGS}${await earlierRun()}/results/?format=${format}`)

    expect(status).toBe(200)
    for (const index of [0, 250, 499]) expect(text).toContain(nameOf(index))
    expect(text.trimEnd().split('\n')).toHaveLength(format === 'csv' ? ROWS + 1 : ROWS)
  })
})

it('rows that are too large are a 503 in words, before anything is sent', async () => {
  const id = await earlierRun((index) => JSON.stringify({ name: index === 0 ? 'x'.repeat(65_000_000) : '' }))

  const { status, body } = await app.editor.get(`${LOGS}${id}/results/?format=csv`)

  expect([status, body.detail]).toEqual([503, expect.stringContaining('too large to be read')])
})

it('what a download takes is free again when it has ended', async () => {
  const { memory, rows } = app.app.app.platform
  await app.editor.get(`${LOGS}${await earlierRun()}/results/`)

  await expect.poll(() => [rows.downloads.count(), memory.use().lentBytes]).toEqual([0, 0])
})
