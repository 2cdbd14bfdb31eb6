import type { ControllerFilter } from '../controller-query/controller-query.ts'
import type { UnionPart } from './plan.ts'

/** What the controller checks for some classes of a union; only the first of several groups of values. */
export function pushedBy({ access }: Pick<UnionPart, 'access'>): readonly ControllerFilter[] {
  const { filter } = access.kind === 'query' ? access.query : access.otherwise
  return filter === undefined ? [] : [filter]
}
