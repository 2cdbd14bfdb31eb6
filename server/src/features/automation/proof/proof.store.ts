import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import {
  automationExecutions as executions,
  automationOutputChunks as chunks,
  automationRequestRows as rows,
  automationRequests as requests,
} from '../automation.tables.ts'

const decompress = promisify(zstdDecompress)

const ROWS_AT_ONCE = 500
const EXECUTIONS_AT_ONCE = 100
/** The end of an output is what says how it went. */
const OUTPUT_BYTES = 1_048_576

export async function findProvenRequest(db: Executor, id: string) {
  const [row] = await db.select().from(requests).where(eq(requests.id, id))
  return row
}
export type ProvenRequest = NonNullable<Awaited<ReturnType<typeof findProvenRequest>>>

/** The rows of a request in order, some at a time. */
export async function* readLaunchedRows(db: Executor, requestId: string) {
  for (let last = -1; ;) {
    const part = await db
      .select({ index: rows.index, values: rows.values, before: rows.source })
      .from(rows)
      .where(and(eq(rows.requestId, requestId), gt(rows.index, last)))
      .orderBy(asc(rows.index))
      .limit(ROWS_AT_ONCE)
    yield* part
    if (part.length < ROWS_AT_ONCE) return
    last = part.at(-1)!.index
  }
}

const SHOWN = {
  id: executions.id,
  position: executions.position,
  job: executions.jobId,
  url: executions.jobUrl,
  revision: executions.scmRevision,
  status: executions.status,
  outputSha256: executions.outputSha256,
  outputBytes: executions.outputBytes,
}

/** The executions of a request in order, each with the end of its output. Only one output is in memory at a time. */
export async function* readExecutions(db: Executor, requestId: string) {
  for (let last = -1; ;) {
    const part = await db
      .select(SHOWN)
      .from(executions)
      .where(and(eq(executions.requestId, requestId), gt(executions.position, last)))
      .orderBy(asc(executions.position))
      .limit(EXECUTIONS_AT_ONCE)
    for (const { id, position: _, ...shown } of part)
      yield { ...shown, output: await endOfOutput(db, id, shown.outputBytes) }
    if (part.length < EXECUTIONS_AT_ONCE) return
    last = part.at(-1)!.position
  }
}

async function endOfOutput(db: Executor, executionId: string, bytes: number): Promise<string> {
  const from = Math.max(0, bytes - OUTPUT_BYTES)
  const found = await db
    .select({ offset: chunks.offset, body: chunks.body })
    .from(chunks)
    .where(and(eq(chunks.executionId, executionId), gt(sql`${chunks.offset} + ${chunks.byteCount}`, from)))
    .orderBy(asc(chunks.index))
  const parts = await Promise.all(found.map(({ body }) => decompress(body)))
  const cut = Math.max(0, from - (found[0]?.offset ?? 0))
  return fromCharacter(Buffer.concat(parts).subarray(cut)).toString('utf8')
}

/** Without the rest of a character that was cut in two. */
function fromCharacter(text: Buffer): Buffer {
  let start = 0
  while (start < text.length && (text[start]! & 0xc0) === 0x80) start += 1
  return text.subarray(start)
}
