import type { BlamedRow } from '../snapshot/blame.ts'
import { canonicalRow } from '../snapshot/canonical-row.ts'
import { cellOf } from '../values/cells.ts'
import type { Row } from '../values/row.ts'
import type { BlamedJudgement, RequestedRow } from './judge-rows.ts'
import { CHANGE_COLUMN, isOfComparison } from './key-columns.ts'

/** A row of a request that its source no longer holds as it did. */
export type ChangedRow = BlamedRow & { readonly index: number }

/** The rows that differ from those the request took from its source; both lists are in the same order. */
export function changedRows(
  rows: readonly RequestedRow[],
  after: BlamedJudgement['after'],
  { isComparison }: { readonly isComparison: boolean },
): readonly ChangedRow[] {
  return rows.flatMap(({ index, source }, at) => {
    const [was, is] = [isComparison ? rowOfLater(source) : source, after[at]?.row ?? null]
    const change = changeOf(was, is)
    return change === undefined ? [] : [{ index, change, dn: dnOf(was) ?? dnOf(is) ?? dnOf(source) }]
  })
}

function changeOf(was: Row | null, is: Row | null): ChangedRow['change'] | undefined {
  if (was === null) return is === null ? undefined : 'added'
  if (is === null) return 'removed'
  return canonicalRow(was) === canonicalRow(is) ? undefined : 'changed'
}

/** The rows of a comparison are as in its later capture; those that it calls removed were gone by then. */
function rowOfLater(source: Row): Row | null {
  if (cellOf(source, CHANGE_COLUMN) === 'removed') return null
  return Object.fromEntries(Object.entries(source).filter(([name]) => !isOfComparison(name)))
}

function dnOf(row: Row | null): string | undefined {
  const dn = row && cellOf(row, 'dn')
  return typeof dn === 'string' && dn !== '' ? dn : undefined
}
