import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { ClassModel } from '../mim/model.ts'
import { findUsableProcessor } from '../post-processing/find-usable-processor.ts'
import { rowsForLimit } from '../post-processing/limit.ts'
import type { Fetch, FirstObjects } from './plan.ts'

/** More are read as pages, which need an order that no change disturbs. */
const MOST_OBJECTS = 1_000

type SortConfig = {
  readonly by: readonly { readonly column: string; readonly direction?: 'asc' | 'desc'; readonly order?: string }[]
}

/**
 * For a plain query that begins with a `sort` by one date and a `limit`, such as the newest 20 audit records: which
 * objects the steps keep. The controller must check the filters itself, and its order is known to agree with ours only
 * for properties that the model calls dates.
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
  const wanted = leadingLimit(steps)
  if (wanted === undefined || model.find(table.class_name)?.properties?.get(wanted.property)?.type !== 'date')
    return undefined
  return wanted
}

function leadingLimit(steps: readonly PostProcessorStep[]): FirstObjects | undefined {
  const [sort, limit] = steps.filter(({ enabled }) => enabled)
  if (sort?.type !== 'sort' || limit?.type !== 'limit') return undefined
  if (findUsableProcessor(sort) === undefined || findUsableProcessor(limit) === undefined) return undefined
  const [key, ...more] = (sort.config as SortConfig).by
  if (key === undefined || more.length > 0 || key.order === 'code') return undefined
  const count = rowsForLimit(limit.config)
  return count < 1 || count > MOST_OBJECTS
    ? undefined
    : { property: key.column, descending: key.direction === 'desc', count }
}
