import type { Filter } from '../canvas/canvas.ts'
import type { ControllerFilter } from '../controller-query/controller-query.ts'
import { encodedFilterLength } from '../controller-query/render-filter.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { countPredicates } from './count-predicates.ts'
import { pushCondition } from './push-condition.ts'
import { combine, type Pushed } from './pushed.ts'
import { MOST_BYTES, MOST_PREDICATES } from './push-limits.ts'

type Properties = ReadonlyMap<string, PropertyInfo>
type Split = { readonly pushed: ControllerFilter | undefined; readonly local: Filter | undefined }
type Part = { readonly filter: Filter; readonly pushed: Pushed | undefined }

/**
 * Splits filters that must all hold between the controller and us. What it can express exactly is pushed; what it can
 * only express loosely is pushed and checked again here; the rest is checked here. Objects that pass both are exactly
 * those that `compileFilter` accepts. If the types of the class's `properties` are known, more can be pushed.
 */
export function pushDown(filters: readonly Filter[], className: string, properties?: Properties): Split {
  const parts = conjuncts(filters).map((filter): Part => ({ filter, pushed: push(filter, className, properties) }))
  const chosen = withinLimits(parts)
  const pushed = parts.flatMap((part) => (chosen.has(part) && part.pushed ? [part.pushed] : []))
  const local = parts.filter((part) => !chosen.has(part) || part.pushed?.exact !== true).map(({ filter }) => filter)
  return {
    pushed: pushed.length === 0 ? undefined : combine('and', pushed).filter,
    local: local.length > 1 ? { all: local } : local[0],
  }
}

/** Nested `all` is flattened, so that each part is pushed or kept on its own. */
function conjuncts(filters: readonly Filter[]): readonly Filter[] {
  return filters.flatMap((filter) => ('all' in filter ? conjuncts(filter.all) : [filter]))
}

function push(filter: Filter, className: string, properties: Properties | undefined): Pushed | undefined {
  if ('any' in filter) return pushAll('or', filter.any, className, properties)
  if ('all' in filter) return pushSome(filter.all, className, properties)
  if ('not' in filter) {
    const inner = push(filter.not, className, properties)
    // Negating a superset would lose objects.
    return inner?.exact ? { filter: { op: 'not', item: inner.filter }, exact: true } : undefined
  }
  const { property } = filter
  if (!/^[A-Za-z_]\w*$/.test(property)) return undefined
  return pushCondition(filter, { class_name: className, property, info: properties?.get(property) })
}

function pushAll(
  op: 'and' | 'or',
  filters: readonly Filter[],
  className: string,
  properties: Properties | undefined,
): Pushed | undefined {
  const parts: Pushed[] = []
  for (const filter of filters) {
    const part = push(filter, className, properties)
    if (!part) return undefined
    parts.push(part)
  }
  return parts.length === 0 ? undefined : combine(op, parts)
}

/** An `all` inside an `any` may drop parts, and then lets more through. */
function pushSome(
  filters: readonly Filter[],
  className: string,
  properties: Properties | undefined,
): Pushed | undefined {
  const parts = filters.map((filter) => push(filter, className, properties))
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0) return undefined
  const whole = combine('and', known)
  return { ...whole, exact: whole.exact && known.length === parts.length }
}

/** Small parts first: the more parts are pushed, the less has to be read. */
function withinLimits(parts: readonly Part[]): ReadonlySet<Part> {
  const sized = parts.flatMap((part) =>
    part.pushed
      ? [{ part, predicates: countPredicates(part.pushed.filter), bytes: encodedFilterLength(part.pushed.filter) }]
      : [],
  )
  const chosen = new Set<Part>()
  let predicates = 0
  let bytes = 0
  for (const candidate of sized.sort((a, b) => a.predicates - b.predicates)) {
    if (predicates + candidate.predicates > MOST_PREDICATES || bytes + candidate.bytes > MOST_BYTES) continue
    chosen.add(candidate.part)
    predicates += candidate.predicates
    bytes += candidate.bytes
  }
  return chosen
}
