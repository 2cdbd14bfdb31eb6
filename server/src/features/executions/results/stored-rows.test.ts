import { randomBytes, randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { writeChunks } from '../../run-engine/result-chunks.ts'
import type { ResultChunk } from '../../run-engine/engine-types.ts'
import { executions } from '../executions.tables.ts'
import { chunkLines, packLines } from './result-stream.ts'
import { insertChunks } from '../life/chunks.store.ts'
import { createStoredRows } from './stored-rows.ts'
import { moveRows } from './stored-rows.store.ts'

// More chunks than one statement reads at once.
const ROWS = 12_345
const LINES = Array.from({ length: ROWS }, (_, index) => JSON.stringify({ dn: `uni/tn-${index}` }))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function chunksOfLines(): readonly ResultChunk[] {
  const chunks: ResultChunk[] = []
  writeChunks(
    LINES.map((line) => JSON.parse(line) as Row),
    Infinity,
    (chunk) => chunks.push(chunk),
  )
  return chunks
}

async function newRun(
  chunksOf: () => readonly ResultChunk[] = chunksOfLines,
): Promise<{ id: string; rowCount: number; snapshotId: string | null }> {
  const id = randomUUID()
  const now = new Date()
  const columns = {
    savedQueryId: randomUUID(),
    savedQueryVersion: 1,
    controllerConnectionId: randomUUID(),
    username: 'somebody',
  }
  await database.db
    .insert(executions)
    .values({ id, ...columns, trigger: 'manual', status: 'success', rowCount: ROWS, executedAt: now, deadlineAt: now })
  await insertChunks(database.db, id, chunksOf())
  return { id, rowCount: ROWS, snapshotId: null }
}

/** Rows of a run, and the snapshot they may be moved to. */
function rowsWith(snapshot: readonly string[] | undefined) {
  async function* from(offset: number): AsyncGenerator<readonly string[]> {
    for (let start = offset; start < snapshot!.length; start += 700) yield snapshot!.slice(start, start + 700)
  }
  const stored = createStoredRows({
    database,
    archive: { chunksOfRun: async (_id, offset) => snapshot && packLines(from(offset)) },
  })
  return { ...stored, lines: (run: Parameters<typeof stored.chunks>[0]) => chunkLines(stored.chunks(run)) }
}
const move = (id: string) => database.transaction((tx) => moveRows(tx, id, randomUUID()))
/** Continues reading after the first part once `meanwhile` is done. */
async function readAll(parts: AsyncIterable<readonly string[]>, meanwhile: () => Promise<void>): Promise<string[]> {
  const read: string[] = []
  for await (const lines of parts) {
    if (read.length === 0) await meanwhile()
    read.push(...lines)
  }
  return read
}

describe('rows of a run', () => {
  it('are complete and in order when a capture moves them during the read', async () => {
    const run = await newRun()
    const stored = rowsWith(LINES)

    const lines = await readAll(stored.lines(run), () => move(run.id))

    expect(lines).toEqual(LINES)
  })

  it('are read from chunks of any number of rows, such as those of earlier versions', async () => {
    const ends = [500, 501, 3_000, LINES.length]
    const run = await newRun(() =>
      ends.map((_, index) => {
        const part = LINES.slice(index === 0 ? 0 : ends[index - 1], ends[index])
        return { index, rowCount: part.length, body: zstdCompressSync(part.join('\n')) }
      }),
    )

    expect(await readAll(rowsWith(undefined).lines(run), async () => undefined)).toEqual(LINES)
  })

  it('are stored whole when large rows do not compress', async () => {
    const lines = Array.from({ length: 7 }, () => JSON.stringify({ text: randomBytes(750_000).toString('base64') }))
    const run = await newRun(() => lines.map((line, index) => ({ index, rowCount: 1, body: zstdCompressSync(line) })))

    expect(await readAll(rowsWith(undefined).lines(run), async () => undefined)).toEqual(lines)
  })

  it('are the same when they were moved before the read', async () => {
    const run = await newRun()
    await move(run.id)

    expect(await readAll(rowsWith(LINES).lines(run), async () => undefined)).toEqual(LINES)
    expect(await readAll(chunkLines(rowsWith(LINES).allChunks(run)), async () => undefined)).toEqual(LINES)
  })

  it('are deleted with their snapshot: reading returns none, and copying them fails', async () => {
    const run = await newRun()
    const stored = rowsWith(undefined)
    await move(run.id)

    expect(await stored.deleted({ ...run, snapshotId: randomUUID() })).toBe(true)
    expect(await readAll(stored.lines(run), async () => undefined)).toEqual([])
    await expect(readAll(chunkLines(stored.allChunks(run)), async () => undefined)).rejects.toThrow(
      `has 0 of its ${ROWS} rows`,
    )
  })

  it('make a copy fail when they are deleted meanwhile, so that no copy is incomplete', async () => {
    const run = await newRun()
    const parts = chunkLines(rowsWith(undefined).allChunks(run))

    await expect(readAll(parts, () => move(run.id))).rejects.toThrow(`of its ${ROWS} rows`)
  })
})
