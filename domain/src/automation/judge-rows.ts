import type { VerifyBody } from '@heddle/contract/automation.ts'
import { rowKey } from '../values/cells.ts'
import type { Row } from '../values/row.ts'
import { isOfComparison, keyColumns } from './key-columns.ts'
import type { RowFilter } from './map-rows.ts'

/** A row of a request: where it stands, and the row of the source that it was mapped from. */
export type RequestedRow = { readonly index: number; readonly source: Row }

export type BlamedJudgement = {
  readonly rows: { index: number; holds: boolean }[]
  /** What the source holds now; null for rows that are gone from it. */
  readonly after: { index: number; row: Row | null }[]
}

/**
 * How often the filter may look at a row in one check. Without a comparison it looks once at each row of the source, of
 * which there are at most as many; with one, once more for each row of the request that has the same key.
 */
export const MOST_LOOKS = 1_000_000

/** What makes two rows the same, and which rows count. */
export type BlameJudging = {
  readonly spec: Pick<VerifyBody, 'expect' | 'by'>
  readonly filter: RowFilter
  /** Whether the filter may read what only the rows of a comparison have. */
  readonly readsComparison: boolean
}

export type BlameJudge = { readonly see: (row: Row) => void; readonly judge: () => BlamedJudgement | JudgingFault }
export type JudgingFault = { readonly fault: string }

/** Rows of a request that whatever the source holds says the same about. */
type Group = { readonly comparison: Row | undefined; present?: Row; unclear?: Row }

/**
 * Judges the rows of a request by what their source holds now, which is passed in parts of any size. A row is present
 * when the source holds a row with equal key columns that passes the filter, and gone otherwise. When the filter can
 * say nothing about such a row, the row of the request does not hold, whatever was expected: nothing is proven.
 *
 * The rows of a comparison keep `change` and `before.…` at the check: a filter may read them, and only the comparison
 * knew them.
 */
export function rowJudge(rows: readonly RequestedRow[], { spec, filter, readsComparison }: BlameJudging): BlameJudge {
  const columns = keyColumns(spec)
  const { groups, sought } = groupRows(rows, columns, readsComparison)
  let looks = 0

  function look(group: Group, row: Row): void {
    const passes = filter(group.comparison === undefined ? row : { ...group.comparison, ...row })
    if (passes === true) group.present = row
    else if (passes !== false) group.unclear ??= row
  }

  return {
    see: (row) => {
      const key = rowKey(row, columns)
      const waiting = sought.get(key)
      if (waiting === undefined) return
      looks += waiting.length
      if (looks > MOST_LOOKS) {
        sought.clear()
        return
      }
      for (const group of waiting) look(group, row)
      const rest = waiting.filter(({ present }) => present === undefined)
      if (rest.length === 0) sought.delete(key)
      else if (rest.length < waiting.length) sought.set(key, rest)
    },
    judge: () => (looks > MOST_LOOKS ? { fault: tooManyAlike(columns) } : judgement(rows, groups, spec)),
  }
}

/** Rows with the same key are one group, unless the filter reads cells of a comparison in which they differ. */
function groupRows(rows: readonly RequestedRow[], columns: readonly string[], readsComparison: boolean) {
  const sought = new Map<string, Group[]>()
  const known = new Map<string, Group>()
  const groups = rows.map(({ source }) => {
    const key = rowKey(source, columns)
    const cells = readsComparison ? cellsOfComparison(source) : []
    const identity = cells.length === 0 ? key : JSON.stringify([key, cells])
    const found = known.get(identity)
    if (found) return found
    const group: Group = { comparison: cells.length === 0 ? undefined : Object.fromEntries(cells) }
    known.set(identity, group)
    const alike = sought.get(key)
    if (alike) alike.push(group)
    else sought.set(key, [group])
    return group
  })
  return { groups, sought }
}

const cellsOfComparison = (source: Row) => Object.entries(source).filter(([name]) => isOfComparison(name))

const judgement = (
  rows: readonly RequestedRow[],
  groups: readonly Group[],
  { expect }: BlameJudging['spec'],
): BlamedJudgement => ({
  rows: rows.map(({ index }, at) => {
    const { present, unclear } = groups[at]!
    return { index, holds: expect === 'present' ? present !== undefined : (present ?? unclear) === undefined }
  }),
  after: rows.map(({ index }, at) => ({ index, row: groups[at]!.present ?? groups[at]!.unclear ?? null })),
})

const tooManyAlike = (columns: readonly string[]): string =>
  `Too many rows have the same ${columns.join(', ').slice(0, 200)}: the filter would look at rows more than ` +
  `${MOST_LOOKS} times. Name columns in by that tell the rows apart.`
