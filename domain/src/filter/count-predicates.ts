import type { ControllerFilter } from '../controller-query/controller-query.ts'

/** The number of comparisons in a filter; the controller limits it. */
export function countPredicates(filter: ControllerFilter): number {
  if (filter.op === 'not') return countPredicates(filter.item)
  if (filter.op === 'and' || filter.op === 'or')
    return filter.items.reduce((sum, item) => sum + countPredicates(item), 0)
  return 1
}
