import type { Condition, Filter, Scalar } from '../canvas/canvas.ts'
import type { ControllerFilter } from '../controller-query/controller-query.ts'
import { encodedFilterLength } from '../controller-query/render-filter.ts'
import { countPredicates } from '../filter/count-predicates.ts'
import { pushDown } from '../filter/push-down.ts'
import { MOST_BYTES, MOST_PREDICATES } from '../filter/push-limits.ts'
import type { PropertyInfo } from '../mim/model.ts'

// With more requests than this, reading everything is about as fast, and kinder to the controller.
const MOST_GROUPS = 50

/**
 * Filters for as many requests, for an `in` with more values than one filter may have: an object that passes all
 * `filters` is in the answer to one of them. Undefined if there is no such `in`, or if it cannot be pushed.
 */
export function valueGroups(
  filters: readonly Filter[],
  className: string,
  properties: ReadonlyMap<string, PropertyInfo> | undefined,
): readonly ControllerFilter[] | undefined {
  const long = filters.find(isLongList)
  if (long === undefined || long.value.length > MOST_GROUPS * MOST_PREDICATES) return undefined
  if (pushDown([long], className, properties).pushed !== undefined) return undefined
  const others = filters.filter((filter) => filter !== long)
  const { pushed: base } = pushDown(others, className, properties)
  const items = [...new Set(long.value)].map(
    (value) => pushDown([{ ...long, value: [value] }], className, properties).pushed,
  )
  if (!items.every((item) => item !== undefined)) return undefined
  const groups = inGroups(items, base)
  return groups.length > MOST_GROUPS ? undefined : groups
}

type LongList = Condition & { readonly value: readonly Scalar[] }

/** The condition that `valueGroups` divides. A number may need two predicates. */
export const isLongList = (filter: Filter): filter is LongList =>
  'operator' in filter &&
  filter.operator === 'in' &&
  Array.isArray(filter.value) &&
  filter.value.length >
    (filter.value.some((value) => typeof value === 'number') ? MOST_PREDICATES / 2 : MOST_PREDICATES)

function inGroups(items: readonly ControllerFilter[], base: ControllerFilter | undefined): readonly ControllerFilter[] {
  const taken = { predicates: base ? countPredicates(base) : 0, bytes: base ? encodedFilterLength(base) : 0 }
  const groups: ControllerFilter[][] = []
  let { predicates, bytes } = taken
  for (const item of items) {
    const [more, length] = [countPredicates(item), encodedFilterLength(item)]
    const group = groups.at(-1)
    if (group && predicates + more <= MOST_PREDICATES && bytes + length <= MOST_BYTES) {
      group.push(item)
      predicates += more
      bytes += length
    } else {
      groups.push([item])
      predicates = taken.predicates + more
      bytes = taken.bytes + length
    }
  }
  return groups.map((group) => {
    const values: ControllerFilter = { op: 'or', items: group }
    return base ? { op: 'and', items: [base, values] } : values
  })
}
