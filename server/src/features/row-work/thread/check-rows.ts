import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { type CheckedRows, openRowCheck, type RowFaults } from '@heddle/domain/automation/check-rows.ts'
import type { AllowedValues } from '@heddle/domain/automation/compile-column.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { pageOf } from './page.ts'

type CheckStart = {
  readonly columns: readonly SchemaColumn[]
  readonly allowed: AllowedValues
  /** Of all rows. */
  readonly count: number
}

/** Checks the rows of a launch against the columns of a template. */
export function createRowCheck({ columns, allowed, count }: CheckStart) {
  const check = openRowCheck(columns, allowed, count)
  let checked: CheckedRows | undefined
  return {
    add: (rows: readonly unknown[]): void => rows.forEach(check.add),
    /** The faults, if there are any. */
    end: (_: undefined): RowFaults | undefined => {
      checked = check.result()
      return 'faults' in checked ? checked.faults : undefined
    },
    page: (from: number): readonly Row[] => (checked && 'rows' in checked ? pageOf(checked.rows, from) : []),
  }
}
