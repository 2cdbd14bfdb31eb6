import type { Condition, Filter, Scalar } from '../canvas/canvas.ts'
import { fewMembers } from '../mim/few-members.ts'
import type { ClassModel, PropertyInfo } from '../mim/model.ts'
import { textOf } from '../values/compare-texts.ts'
import { isOneOf } from './equality.ts'
import { listValue } from './list-value.ts'

/** A property whose values the class model lists. */
export type ClosedProperty = { readonly type: PropertyInfo['type']; readonly values: ReadonlySet<string> }

const CLOSED: ReadonlySet<PropertyInfo['type']> = new Set(['enum', 'boolean', 'flags'])

/** What is known about a property; undefined unless the class model lists all its values. */
export type ClosedProperties = (property: string) => ClosedProperty | undefined

/** The values that properties of these classes, and of all their subclasses, can have. Each is looked up once. */
export function closedProperties(classNames: readonly string[], model: ClassModel): ClosedProperties {
  const members = fewMembers(classNames, model) ?? []
  const known = new Map<string, ClosedProperty | undefined>()
  return (property) => {
    if (!known.has(property)) known.set(property, closedProperty(members, property, model))
    return known.get(property)
  }
}

function closedProperty(members: readonly string[], property: string, model: ClassModel): ClosedProperty | undefined {
  const infos = members.map((name) => model.find(name)?.properties?.get(property))
  const [first] = infos
  if (first === undefined || !infos.every((info) => info !== undefined && info.type === first.type && isClosed(info)))
    return undefined
  return { type: first.type, values: new Set(infos.flatMap((info) => info?.values ?? [])) }
}

const isClosed = ({ type, values, has_more_values }: PropertyInfo): boolean =>
  CLOSED.has(type) && values.length > 0 && has_more_values !== true

/** The values of a condition for equality that no object can have; nothing is said about empty ones. */
export function impossibleValues(condition: Condition, property: ClosedProperty | undefined): readonly Scalar[] {
  return property === undefined ? [] : equalityValues(condition).filter((value) => !isPossible(value, property))
}

/** Names of an empty set of bits. */
const NO_BITS: ReadonlySet<string> = new Set(['unspecified', 'none', '0', ''])

/** The flags of a condition on flags that no object can have. */
export function impossibleBits(
  { operator, value }: Condition,
  property: ClosedProperty | undefined,
): readonly Scalar[] {
  if (property?.type !== 'flags' || (operator !== 'any_bit' && operator !== 'all_bits')) return []
  return listValue(value).filter((flag) => !NO_BITS.has(textOf(flag)) && !property.values.has(textOf(flag)))
}

function equalityValues({ operator, value }: Condition): readonly Scalar[] {
  switch (operator) {
    case 'eq':
    case 'ne':
      return value === undefined || (typeof value === 'object' && value !== null) ? [] : [value]
    case 'in':
    case 'not_in':
      return listValue(value)
    default:
      return []
  }
}

function isPossible(value: Scalar, { type, values }: ClosedProperty): boolean {
  const text = value === null ? '' : textOf(value).trim()
  if (text === '' || values.has(text)) return true
  if (typeof value === 'string') return type === 'flags' && text.split(',').every((flag) => values.has(flag.trim()))
  const isEqual = isOneOf([value])
  return [...values].some(isEqual)
}

/** A filter that no object passes, and one that all do. */
const NOTHING: Filter = { any: [] }
const EVERYTHING: Filter = { all: [] }

/** Whether no object can pass the filter. */
export const findsNothing = (filter: Filter): boolean => 'any' in filter && filter.any.length === 0
const findsEverything = (filter: Filter): boolean => 'all' in filter && filter.all.length === 0

/** The same filter without values that no object can have; `propertyOf` says what is known about a property. */
export function withoutImpossible(filter: Filter, propertyOf: ClosedProperties): Filter {
  const reduce = (item: Filter) => withoutImpossible(item, propertyOf)
  if ('any' in filter) {
    const items = filter.any.map(reduce)
    return items.some(findsEverything) ? EVERYTHING : { any: items.filter((item) => !findsNothing(item)) }
  }
  if ('all' in filter) {
    const items = filter.all.map(reduce)
    return items.some(findsNothing) ? NOTHING : { all: items.filter((item) => !findsEverything(item)) }
  }
  if ('not' in filter) {
    const item = reduce(filter.not)
    return findsNothing(item) ? EVERYTHING : findsEverything(item) ? NOTHING : { not: item }
  }
  return reducedCondition(filter, propertyOf(filter.property))
}

function reducedCondition(condition: Condition, property: ClosedProperty | undefined): Filter {
  const impossible = new Set(impossibleValues(condition, property))
  if (impossible.size === 0) return condition
  const left = equalityValues(condition).filter((value) => !impossible.has(value))
  if (left.length > 0) return { ...condition, value: left }
  return condition.operator === 'eq' || condition.operator === 'in' ? NOTHING : EVERYTHING
}
