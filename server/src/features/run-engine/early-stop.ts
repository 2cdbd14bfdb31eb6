import { shapeRows } from '@heddle/domain/join/shape-rows.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'
import { applyStep, rowwisePrefix } from '@heddle/domain/post-processing/post-processors.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'

/**
 * For a plan that ends in a `limit`: tells whether the rows read so far are enough to reach it. Applies the row-by-row
 * steps before the limit to find out, because they may drop or multiply rows. Undefined when everything has to be read.
 */
export function isEnoughRows(plan: Plan): ((rows: readonly TableRow[]) => boolean) | undefined {
  const { stop_after_rows: wanted } = plan
  if (wanted === undefined) return undefined
  const prefix = rowwisePrefix(plan.post_processors)
  const slots = new Map([[plan.rows.primary, 0]])
  let counted = 0
  let found = 0
  return (rows) => {
    const fresh = rows.slice(counted).map((row) => [row])
    counted = rows.length
    const shaped = shapeRows(slots, fresh, plan.rows)
    found += prefix.reduce((table, step) => applyStep(step, table, { maxRows: Infinity }), shaped).rows.length
    return found >= wanted
  }
}
