import type { PostProcessorStep } from '../canvas/canvas.ts'
import { propertyNames, type NodeColumns, type EdgeColumns } from '../canvas/row-columns.ts'
import type { ClassModel } from '../mim/model.ts'
import { columnsAfter } from '../post-processing/post-processors.ts'
import { findUsableProcessor } from '../post-processing/find-usable-processor.ts'

/** Steps that pass on all columns and read only those they name. */
const PASS_ON = new Set(['filter', 'sort', 'rank', 'limit', 'distinct', 'fill', 'split_dn', 'explode', 'extract'])

/**
 * Leaves out columns that a step (`select`, `group`) drops before any step reads them. A class whose properties are not
 * known keeps all its columns: otherwise a misspelt one would become a column of nulls without a warning.
 */
export function pruneColumns(
  columns: readonly NodeColumns[],
  steps: readonly PostProcessorStep[],
  model: ClassModel,
): readonly NodeColumns[] {
  const needed = neededColumns(steps.filter((step) => step.enabled))
  if (needed === undefined) return columns
  return columns.map((column, index) => {
    const all = column.properties ?? propertyNames(column.node, model)
    const name = (property: string) => (index === 0 ? property : `${column.prefix}.${property}`)
    return all === undefined
      ? column
      : { ...column, properties: all.filter((property) => property === 'dn' || needed.has(name(property))) }
  })
}

/** The same for the columns of relation objects. */
export function pruneRelations(
  columns: readonly EdgeColumns[],
  steps: readonly PostProcessorStep[],
): readonly EdgeColumns[] {
  const needed = neededColumns(steps.filter((step) => step.enabled))
  if (needed === undefined) return columns
  return columns.map(({ edge, properties }) => ({
    edge,
    properties: properties.filter((name) => needed.has(`${edge.id}.${name}`)),
  }))
}

/** The columns read up to the first step that gives the same columns for any input; undefined when all may be read. */
function neededColumns(steps: readonly PostProcessorStep[]): ReadonlySet<string> | undefined {
  const needed = new Set<string>()
  for (const step of steps) {
    const processor = findUsableProcessor(step)
    const own = processor?.consults ? processor.consults(step.config) : processor?.needs(step.config)
    if (own === undefined) return undefined
    for (const column of own) needed.add(column)
    if (columnsAfter(step, undefined) !== undefined) return needed
    if (!PASS_ON.has(step.type)) return undefined
  }
  return undefined
}
