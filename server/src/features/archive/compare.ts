import { setImmediate as otherWork } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'
import type { PresentedChange } from '@heddle/domain/snapshot/diff-rows.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ComparedSnapshots, Difference, ArchiveContext, ResultChunks, RowDifference } from './archive-types.ts'
import { compareSides, type ComparedPages, pagesOfSides } from './compare-sides.ts'
import { cutLive } from './cut-live.ts'
import { sidesOf, sidesWithLive } from './load-sides.ts'
import { sourceOf } from './read-chunks.ts'
import type { DiffPage } from './thread/differ.ts'

const decompress = promisify(zstdDecompress)
/** Text of the rows in an answer; what exceeds it is left out, as beyond the limit in rows. An export has all. */
const MOST_ANSWER_BYTES = 32_000_000

/** Compares two snapshots of any queries and connections; reads only chunks they do not share. */
export async function compare(
  parts: ArchiveContext,
  a: SnapshotRow,
  b: SnapshotRow,
  rules: DiffRules,
  limit: number,
  withRows?: boolean,
): Promise<ComparedSnapshots> {
  const sides = await sidesOf(sourceOf(parts), a, b)
  return readCompared(await compareSides(sourceOf(parts), parts.threads, sides, rules, limit, withRows))
}

/** Every difference, a few hundred at a time, so that they are never all in memory as objects. */
export async function* compareAll(
  parts: ArchiveContext,
  a: SnapshotRow,
  b: SnapshotRow,
  rules: DiffRules,
): AsyncGenerator<readonly Difference[]> {
  const sides = await sidesOf(sourceOf(parts), a, b)
  for await (const page of pagesOfSides(sourceOf(parts), parts.threads, sides, rules, false)) {
    const lines = await linesOf(page)
    yield lines.map((line) => toDifference(page, line))
    await otherWork()
  }
}

/** Like `compareAll`, with whole rows. */
export async function* compareRows(
  parts: ArchiveContext,
  a: SnapshotRow,
  b: SnapshotRow,
  rules: DiffRules,
): AsyncGenerator<readonly RowDifference[]> {
  const sides = await sidesOf(sourceOf(parts), a, b)
  for await (const page of pagesOfSides(sourceOf(parts), parts.threads, sides, rules, true)) {
    const lines = await linesOf(page)
    yield lines.map((line) => toRowDifference(page, line))
    await otherWork()
  }
}

/** Compares with rows that are not stored. How rows are matched may depend on whether each has a unique DN. */
export async function compareWithRows(
  parts: ArchiveContext,
  a: SnapshotRow,
  rows: ResultChunks,
  rules: DiffRules | ((rowsHaveUniqueDns: boolean) => DiffRules),
  limit: number,
  withRows?: boolean,
): Promise<ComparedSnapshots> {
  const live = await cutLive(parts, a, rows)
  const sides = await sidesWithLive(sourceOf(parts), a, live.pieces)
  const resolved = typeof rules === 'function' ? rules(live.totals.hasUniqueDns) : rules
  return readCompared(await compareSides(sourceOf(parts), parts.threads, sides, resolved, limit, withRows))
}

/** Parses page by page, so that the event loop is not blocked for long. */
export async function readCompared({ counts, pages }: ComparedPages): Promise<ComparedSnapshots> {
  const lists = { added: [] as Row[], removed: [] as Row[], changed: [] as PresentedChange[] }
  let bytes = 0
  for (const page of pages) {
    const lines = await linesOf(page)
    bytes += lines.reduce((sum, line) => sum + line.length, 0)
    if (bytes > MOST_ANSWER_BYTES) break
    const target: unknown[] = lists[page.list]
    for (const line of lines) target.push(JSON.parse(line))
    await otherWork()
  }
  const truncated = (['added', 'removed', 'changed'] as const).some((name) => lists[name].length < counts[name])
  return { counts, ...lists, truncated }
}

function toDifference({ list }: DiffPage, line: string): Difference {
  return list === 'changed'
    ? { change: list, ...(JSON.parse(line) as PresentedChange) }
    : { change: list, row: JSON.parse(line) as Row }
}

function toRowDifference({ list }: DiffPage, line: string): RowDifference {
  if (list === 'changed') return { change: list, ...(JSON.parse(line) as { before: Row; after: Row }) }
  const row = JSON.parse(line) as Row
  return list === 'added' ? { change: list, before: null, after: row } : { change: list, before: row, after: null }
}

const linesOf = async ({ body }: DiffPage): Promise<string[]> => (await decompress(body)).toString('utf8').split('\n')
