import type { ControllerFilter } from '../controller-query/controller-query.ts'

/** Comparisons in a filter, all of them together: the controller takes only so many. */
export function countPredicates(filter: ControllerFilter): number {
  if (filter.op === 'not') return countPredicates(filter.item)
  if (filter.op === 'and' || filter.op === 'or') return filter.items.reduce((sum, item) => sum + countPredicates(item), 0)
  return 1
}
