import type { Canvas } from '../canvas/canvas.ts'
import { type NodeColumns, type EdgeColumns, relationColumns, rowColumns } from '../canvas/row-columns.ts'
import { earlyStop } from '../post-processing/post-processors.ts'
import { comparingSteps } from './column-comparisons.ts'
import { isCountedOnly } from './counted-rows.ts'
import { explainSteps, explainText } from './explain.ts'
import { keptProperties } from './kept-properties.ts'
import { type LogicalQuery, normaliseCanvas } from './resolve-canvas.ts'
import { planFetches } from './plan-fetches.ts'
import { firstObjects } from './first-objects.ts'
import type { Fetch, FirstObjects, Plan, RowShape } from './plan.ts'
import { pruneColumns, pruneRelations } from './prune-columns.ts'
import { sourceTables, type TableOptions } from './source-tables.ts'

export type { TableOptions } from './source-tables.ts'

/**
 * Turns a bound and valid canvas into a plan. The result of a plan never depends on estimates: they only choose between
 * ways of reading that give the same rows.
 */
export function planQuery(canvas: Canvas, options: TableOptions): Plan {
  const query = normaliseCanvas(canvas, options.model)
  const columns = pruneColumns(rowColumns(canvas, options.model), canvas.post_processors, options.model)
  const relations = pruneRelations(relationColumns(canvas), canvas.post_processors)
  const all = planFetches(query, sourceTables(query, keptProperties(query, columns, relations), options), options.model)
  const first = firstObjects(all, canvas.post_processors, options.model)
  const fetches = first === undefined ? all : all.map((fetch) => withFirst(fetch, first))
  // The counts of several controllers would have to be added up before the steps.
  const isCounted = options.merged === undefined && isCountedOnly(fetches, canvas.post_processors, options.model)
  const plan = {
    fetches,
    joins: query.joins,
    rows: rowShape(query, columns, relations),
    post_processors: comparingSteps(canvas.post_processors, canvas, options.model),
    stop_after_rows: stopAfterRows(fetches, canvas),
    ...(isCounted && { counted: true as const }),
  }
  const steps = explainSteps(plan, options)
  return { ...plan, steps, text: explainText(steps) }
}

const withFirst = (fetch: Fetch, first: FirstObjects): Fetch =>
  fetch.access.kind === 'query' ? { ...fetch, access: { ...fetch.access, first } } : fetch

function rowShape(query: LogicalQuery, columns: readonly NodeColumns[], relations: readonly EdgeColumns[]): RowShape {
  const tables = columns.map(({ node, prefix, properties }) => ({ table: node.id, prefix, properties }))
  const shown = relations.flatMap(({ edge, properties }) => {
    const table = query.tables.find(({ edge_id }) => edge_id === edge.id)
    return table === undefined || properties.length === 0 ? [] : [{ table: table.id, prefix: edge.id, properties }]
  })
  return { primary: tables[0]?.table ?? '', tables, ...(shown.length > 0 && { relations: shown }) }
}

// Only a single plain query returns rows in the order and number of the results.
function stopAfterRows(fetches: readonly Fetch[], { post_processors }: Canvas): number | undefined {
  const [only] = fetches
  if (fetches.length !== 1 || only?.tables.length !== 1 || only.access.kind !== 'query' || only.access.groups)
    return undefined
  return earlyStop(post_processors)
}
