import type { VerifyBody } from '@heddle/contract/automation.ts'
import { rowKey } from '../values/cells.ts'
import type { Row } from '../values/row.ts'
import type { RowFilter } from './map-rows.ts'

/** A row of a request: where it stands, and the row of the source that it was mapped from. */
export type RequestedRow = { readonly index: number; readonly source: Row }

export type Judgement = {
  readonly rows: { index: number; holds: boolean }[]
  /** What the source holds now; null for rows that are gone from it. */
  readonly after: { index: number; row: Row | null }[]
}

/** What makes rows of two results the same one, unless a check names other columns. */
export const DEFAULT_KEY: readonly string[] = ['dn']

export const keyColumns = ({ by }: { readonly by?: readonly string[] | undefined }): readonly string[] =>
  by ?? DEFAULT_KEY

/** Columns that only the rows of a comparison have. */
export const CHANGE_COLUMN = 'change'
export const BEFORE_PREFIX = 'before.'
export const isOfComparison = (column: string): boolean => column === CHANGE_COLUMN || column.startsWith(BEFORE_PREFIX)

/**
 * Judges the rows of a request by what their source holds now, which is passed in parts of any size. A row is present
 * when the source holds a row with equal key columns that passes the filter, and gone otherwise. When the filter can
 * say nothing about such a row, the row of the request does not hold, whatever was expected: nothing is proven.
 *
 * The rows of a comparison keep `change` and `before.…` at the check: a filter may read them, and only the comparison
 * knew them.
 */
export function rowJudge(
  rows: readonly RequestedRow[],
  { expect, by }: Pick<VerifyBody, 'expect' | 'by'>,
  filter: RowFilter,
): { readonly see: (row: Row) => void; readonly judge: () => Judgement } {
  const columns = keyColumns({ by })
  const waiting = Map.groupBy(rows, ({ source }) => rowKey(source, columns))
  const present = new Map<number, Row>()
  const unclear = new Map<number, Row>()
  return {
    see: (row) => {
      for (const { index, source } of waiting.get(rowKey(row, columns)) ?? []) {
        const passes = filter({ ...cellsOfComparison(source), ...row })
        if (passes === true) keepFirst(present, index, row)
        else if (passes !== false) keepFirst(unclear, index, row)
      }
    },
    judge: () => ({
      rows: rows.map(({ index }) => ({
        index,
        holds: expect === 'present' ? present.has(index) : !present.has(index) && !unclear.has(index),
      })),
      after: rows.map(({ index }) => ({ index, row: present.get(index) ?? unclear.get(index) ?? null })),
    }),
  }
}

function keepFirst(found: Map<number, Row>, index: number, row: Row): void {
  if (!found.has(index)) found.set(index, row)
}

const cellsOfComparison = (source: Row): Row =>
  Object.fromEntries(Object.entries(source).filter(([name]) => isOfComparison(name)))
