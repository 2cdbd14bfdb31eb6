import type { Filter } from '../canvas/canvas.ts'
import { compileFilter } from './compile-filter.ts'
import { fewMembers } from '../mim/few-members.ts'
import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassModel } from '../mim/model.ts'

const ALWAYS_THERE: ReadonlySet<string> = new Set(['dn', 'rn', 'status', 'childAction'])

/**
 * The filters of a union as they read for one of its classes: a property that its objects certainly lack is empty, so
 * such conditions are decided. False if no object of the class can pass.
 */
export function filtersOfClass(
  filters: readonly Filter[],
  className: string,
  model: ClassModel,
): readonly Filter[] | false {
  const infos = (fewMembers([className], model) ?? []).map((name) => model.find(name)?.properties)
  const known = infos.every((properties) => properties !== undefined) ? infos : []
  if (known.length === 0) return filters
  const decided = decide(
    { all: filters },
    (property) => !ALWAYS_THERE.has(property) && known.every((properties) => !properties.has(property)),
  )
  return typeof decided === 'object' ? ('all' in decided ? decided.all : [decided]) : decided && []
}

function decide(filter: Filter, lacks: (property: string) => boolean): Filter | boolean {
  if ('any' in filter) {
    const items = decideEach(filter.any, lacks)
    if (items.includes(true)) return true
    const any = items.filter((item) => typeof item === 'object')
    return any.length > 0 && { any }
  }
  if ('all' in filter) {
    const items = decideEach(filter.all, lacks)
    if (items.includes(false)) return false
    const all = items.filter((item) => typeof item === 'object')
    return all.length === 0 || { all }
  }
  if ('not' in filter) {
    const not = decide(filter.not, lacks)
    return typeof not === 'object' ? { not } : !not
  }
  return lacks(filter.property) ? compileFilter([filter])({}) : filter
}

const decideEach = (filters: readonly Filter[], lacks: (property: string) => boolean) =>
  filters.map((item) => decide(item, lacks))

/**
 * Whether the controller knows all properties of a filter for this class. It refuses others, which would fail the whole
 * union.
 */
export function canAsk(filter: Filter, className: string, model: ClassModel): boolean {
  const info = model.find(className) ?? findKnownClass(className)
  const has = (property: string) =>
    ALWAYS_THERE.has(property) || info?.properties?.has(property) === true || info?.naming.includes(property) === true
  return propertiesOf(filter).every(has)
}

/** All properties a filter uses. */
export function propertiesOf(filter: Filter | undefined): readonly string[] {
  if (filter === undefined) return []
  if ('any' in filter) return filter.any.flatMap(propertiesOf)
  if ('all' in filter) return filter.all.flatMap(propertiesOf)
  if ('not' in filter) return propertiesOf(filter.not)
  return [filter.property]
}
