import { zstdDecompressSync } from 'node:zlib'
import { SAMPLE_ROWS } from '@heddle/contract/result-budget.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { PastRows, RunLimits, TableHead } from './engine-types.ts'
import { checkMemory } from './memory-limit.ts'
import type { RunContext } from './run-context.ts'
import { RunError } from './run-error.ts'

export type WrittenTable = TableHead

/** Adds the stage of the captured rows and returns a function that reads them. */
export function pastReader(past: PastRows, context: RunContext): () => Promise<Shaped> {
  const stage = listStage(past, context)
  return async () => {
    begin(stage, past, context)
    const rows: Row[] = []
    for (const chunk of past.chunks) {
      for (const row of rowsIn(chunk)) rows.push(row)
      checkMemory(context.limits.maxHeapBytes)
    }
    context.telling.stages.finish(stage, { output_rows: rows.length, output_sample: rows })
    return { columns: past.columns, rows }
  }
}

/**
 * Captured rows are already a result: their chunks are passed on as they are, and parsed only for those who look at
 * their rows.
 */
export function passThrough(past: PastRows, context: RunContext, look?: (rows: readonly Row[]) => void): WrittenTable {
  const stage = listStage(past, context)
  begin(stage, past, context)
  for (const [index, chunk] of past.chunks.entries()) {
    look?.(rowsIn(chunk))
    context.host.chunk({ index, rowCount: chunk.rowCount, body: chunk.body })
  }
  context.telling.stages.finish(stage, { output_rows: past.rowCount, output_sample: firstRows(past) })
  return { columns: past.columns, rowCount: past.rowCount }
}

const listStage = ({ name }: PastRows, { telling }: RunContext): number => telling.stages.add({ name, type: 'fetch' })

function begin(stage: number, { rowCount, warnings }: PastRows, { limits, telling }: RunContext): void {
  telling.stages.start(stage)
  for (const warning of warnings) telling.warnings.add(warning)
  requireFewRows({ rowCount }, limits)
}

/** Throws where a snapshot has more rows than a run may. */
export function requireFewRows({ rowCount }: Pick<PastRows, 'rowCount'>, { maxRows }: RunLimits): void {
  if (rowCount <= maxRows) return
  throw new RunError({
    reason: 'too_big',
    message: `The snapshot has ${rowCount} rows, more than the ${maxRows} that a run may return.`,
  })
}

function firstRows({ chunks }: PastRows): readonly Row[] {
  const rows: Row[] = []
  for (const chunk of chunks) {
    if (rows.length >= SAMPLE_ROWS) break
    rows.push(...rowsIn(chunk))
  }
  return rows
}

type Chunk = PastRows['chunks'][number]

export const rowsIn = (chunk: Chunk): readonly Row[] => linesIn(chunk).map((line) => JSON.parse(line) as Row)

/** The rows as JSON text. */
export const linesIn = ({ body, rowCount }: Chunk): readonly string[] =>
  rowCount === 0 ? [] : zstdDecompressSync(body).toString('utf8').split('\n')
