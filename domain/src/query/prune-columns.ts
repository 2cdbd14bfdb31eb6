import type { PostProcessorStep } from '../canvas/canvas.ts'
import { propertyNames } from '../canvas/row-columns.ts'
import type { NodeColumns } from '../canvas/row-columns.ts'
import type { ClassModel } from '../mim/model.ts'
import { columnsAfter } from '../post-processing/post-processors.ts'
import { usableProcessor } from '../post-processing/usable-step.ts'

/**
 * Steps that hand on all columns and look only at those they name. Steps with expressions are not among them: an expression
 * may ask whether there is a column.
 */
const HAND_ON = new Set(['filter', 'sort', 'limit', 'distinct', 'fill', 'split_dn', 'explode', 'extract'])

/**
 * Leaves out columns that are dropped by a later step (`select`, `group`) before any step looks at them. All columns of a
 * class whose properties nobody knows stay: a misspelt one would otherwise become a column of nulls without a warning.
 */
export function pruneColumns(
  columns: readonly NodeColumns[],
  steps: readonly PostProcessorStep[],
  model: ClassModel,
): readonly NodeColumns[] {
  const needed = neededColumns(steps.filter((step) => step.enabled))
  if (needed === undefined) return columns
  return columns.map((column, index) => {
    const all = column.properties ?? propertyNames(column.node.class_name, model)
    const name = (property: string) => (index === 0 ? property : `${column.prefix}.${property}`)
    return all === undefined ? column : { ...column, properties: all.filter((property) => property === 'dn' || needed.has(name(property))) }
  })
}

/** The columns the steps look at up to one that gives the same columns whatever comes in; undefined when all may be looked at. */
function neededColumns(steps: readonly PostProcessorStep[]): ReadonlySet<string> | undefined {
  const needed = new Set<string>()
  for (const step of steps) {
    const own = usableProcessor(step)?.needs(step.config)
    if (own === undefined) return undefined
    for (const column of own) needed.add(column)
    if (columnsAfter(step, undefined) !== undefined) return needed
    if (!HAND_ON.has(step.type) || 'expression' in step.config) return undefined
  }
  return undefined
}
