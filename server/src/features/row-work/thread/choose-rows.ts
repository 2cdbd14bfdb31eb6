import type { Mapping } from '@heddle/contract/automation.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { CHANGE_COLUMN } from '@heddle/domain/automation/key-columns.ts'
import { type MappedRow, rowFilter, rowMapper } from '@heddle/domain/automation/map-rows.ts'
import { FailedRows } from '@heddle/domain/post-processing/failed-rows.ts'
import { pageOf } from './page.ts'
import { type RowsToRead, rowsOfPart } from './rows-part.ts'

type ChoiceStart = {
  readonly mapping: Mapping
  readonly filter: string | null
  readonly columns: readonly SchemaColumn[]
  readonly maxRows: number
}

/** `isFull`: one more row passed than may be chosen. */
type ChosenSoFar = { readonly rowCount: number; readonly isFull: boolean }
type Chosen = { readonly count: number; readonly warnings: readonly string[] }

const CHANGE_ORDER = ['added', 'changed', 'removed']

/** Keeps the rows of a source that pass a filter, each with what the columns of a template take from it. */
export function createRowChoice({ mapping, filter, columns, maxRows }: ChoiceStart) {
  const passes = rowFilter(filter)
  const map = rowMapper(mapping, columns)
  const failed = new FailedRows()
  const chosen: MappedRow[] = []
  let rowCount = 0

  function choose(row: MappedRow['source']): void {
    const verdict = passes(row)
    if (typeof verdict === 'string') failed.add(verdict)
    if (verdict === true) chosen.push({ values: map(row), source: row })
  }

  return {
    add: (part: RowsToRead): ChosenSoFar => {
      const rows = rowsOfPart(part)
      rowCount += rows.length
      for (const row of rows) if (chosen.length <= maxRows) choose(row)
      return { rowCount, isFull: chosen.length > maxRows }
    },
    end: (order: { readonly byChange: boolean }): Chosen => {
      if (order.byChange) chosen.sort(byChange)
      return { count: chosen.length, warnings: failed.warnings('filter', 'were left out', rowCount) }
    },
    page: (from: number): readonly MappedRow[] => pageOf(chosen, from),
  }
}

/** Those as in B come before those as in A. The sort is stable. */
const byChange = (a: MappedRow, b: MappedRow): number =>
  CHANGE_ORDER.indexOf(String(a.source[CHANGE_COLUMN])) - CHANGE_ORDER.indexOf(String(b.source[CHANGE_COLUMN]))
