import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { ClassModel } from '../mim/model.ts'
import { findUsableProcessor } from '../post-processing/find-usable-processor.ts'
import { rowsForLimit } from '../post-processing/limit.ts'
import type { SortOrder } from '../values/compare-values.ts'
import type { Fetch, FirstObjects } from './plan.ts'

/** More are read as pages, which need an order that no change disturbs. */
const MOST_OBJECTS = 1_000

type SortConfig = {
  readonly by: readonly { readonly column: string; readonly direction?: 'asc' | 'desc'; readonly order?: SortOrder }[]
}

/**
 * For a plain query that begins with a `sort` by a date or by `dn` and a `limit`, such as the newest 20 audit records:
 * which objects the steps keep. The controller must check the filters itself. It orders texts by their bytes, which is
 * our order for DNs by code and for properties that the model calls dates; for DNs in natural order, the page that it
 * sends tells whether it has the first of them (`certainlyFirst`).
 */
export function firstObjects(
  fetches: readonly Fetch[],
  steps: readonly PostProcessorStep[],
  model: ClassModel,
): FirstObjects | undefined {
  const [only, ...others] = fetches
  const [table] = only?.tables ?? []
  if (only?.access.kind !== 'query' || only.access.groups || others.length > 0 || only.tables.length > 1)
    return undefined
  if (table === undefined || table.local !== undefined) return undefined
  const isDate = (name: string) => model.find(table.class_name)?.properties?.get(name)?.type === 'date'
  return leadingLimit(steps, isDate)
}

function leadingLimit(
  steps: readonly PostProcessorStep[],
  isDate: (property: string) => boolean,
): FirstObjects | undefined {
  const [sort, limit] = steps.filter(({ enabled }) => enabled)
  if (sort?.type !== 'sort' || limit?.type !== 'limit') return undefined
  if (findUsableProcessor(sort) === undefined || findUsableProcessor(limit) === undefined) return undefined
  const [key, ...more] = (sort.config as SortConfig).by
  if (key === undefined || more.length > 0) return undefined
  const order = orderOf(key, isDate)
  const count = rowsForLimit(limit.config)
  if (order === undefined || count < 1 || count > MOST_OBJECTS) return undefined
  return { property: key.column, descending: key.direction === 'desc', count, order }
}

function orderOf(
  { column, order = 'natural' }: SortConfig['by'][number],
  isDate: (property: string) => boolean,
): FirstObjects['order'] | undefined {
  if (column === 'dn') return order
  return order === 'natural' && isDate(column) ? 'time' : undefined
}
