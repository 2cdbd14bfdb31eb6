import type { Condition, Filter } from '../canvas/canvas.ts'
import type { Sizes } from '../validation/large-class-rule.ts'
import { splitDn } from '../dn/dn.ts'
import { typicalSize } from '../mim/known-classes.ts'

/** Assumed size of a class that was never counted and is not in the built-in table. */
const UNKNOWN_CLASS = 2_000

/** Number of objects of the class in the whole fabric: counted, typical, or guessed. */
export function classSize(className: string, sizes: Sizes | undefined): number {
  return Math.max(1, sizes?.(className) ?? typicalSize(className) ?? UNKNOWN_CLASS)
}

/** The share of a class's objects that passes all filters, given its naming properties and its size. */
export function selectivity(filters: readonly Filter[], naming: readonly string[], size: number): number {
  return product(filters.map((filter) => share(filter, naming, size)))
}

function share(filter: Filter, naming: readonly string[], size: number): number {
  if ('any' in filter) return 1 - product(filter.any.map((item) => 1 - share(item, naming, size)))
  if ('all' in filter) return product(filter.all.map((item) => share(item, naming, size)))
  if ('not' in filter) return 1 - share(filter.not, naming, size)
  return conditionShare(filter, naming, size)
}

function conditionShare(condition: Condition, naming: readonly string[], size: number): number {
  const values = Array.isArray(condition.value) ? condition.value.length : 1
  const equal = equalShare(condition.property, naming, size)
  switch (condition.operator) {
    case 'eq':
      return equal
    case 'in':
      return Math.min(1, values * equal)
    case 'ne':
    case 'is_set':
      return 0.95
    case 'not_in':
      return 0.9
    case 'is_empty':
      return 0.2
    case 'contains':
    case 'starts_with':
    case 'ends_with':
    case 'matches':
    case 'any_bit':
    case 'all_bits':
    case 'since':
    case 'in_subnet':
    case 'contains_ip':
    case 'overlaps':
      return 0.1
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'between':
      return 0.3
  }
}

// A name occurs about once, and so does a DN. Other values repeat.
function equalShare(property: string, naming: readonly string[], size: number): number {
  const isName = property === 'dn' || (naming.length === 1 && naming[0] === property)
  return isName ? Math.min(0.01, 1 / size) : 0.01
}

/** Classes whose objects divide the fabric; every level below one is guessed to hold a tenth of it. */
const OUTERMOST: readonly (readonly [prefix: string, className: string])[] = [
  ['tn-', 'fvTenant'],
  ['pod-', 'fabricPod'],
]
const DEEPER = 0.1

/** The share of the fabric below a DN. Only RNs with a name narrow it: `uni/infra` holds everything of its kind. */
export function scopeShare(dn: string | undefined, sizes: Sizes | undefined): number {
  const [outermost, ...deeper] = (splitDn(dn ?? '') ?? []).filter((rn) => /^[^-[]+-/.test(rn))
  if (outermost === undefined) return 1
  const place = OUTERMOST.find(([prefix]) => outermost.startsWith(prefix))
  return (place === undefined ? DEEPER : 1 / classSize(place[1], sizes)) * DEEPER ** Math.min(2, deeper.length)
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((result, number) => result * number, 1)
}
