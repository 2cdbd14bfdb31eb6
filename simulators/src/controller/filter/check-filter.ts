import type { ObjectStore } from '../model/object-store.ts'
import { readAttribute } from '../model/layout.ts'
import { problems } from '../problem/controller-problem.ts'
import { predicatesOf, type Filter, type Predicate } from './filter.ts'

/** Refuses what the controller refuses: too many predicates, unknown classes, properties and enumeration values. */
export function checkFilter(filter: Filter, store: ObjectStore, maxPredicates: number): void {
  const predicates = predicatesOf(filter)
  if (predicates.length > maxPredicates) throw problems.tooManyPredicates(maxPredicates)
  for (const predicate of predicates) checkPredicate(predicate, store)
}

function checkPredicate(predicate: Predicate, store: ObjectStore): void {
  const { className, property } = predicate.on
  if (!store.knowsClass(className)) throw problems.classNotFound(className)
  if (!store.knowsProperty(className, property)) throw problems.propertyNotFound(property, className)
  if (predicate.kind === 'compare' && (predicate.operator === 'eq' || predicate.operator === 'ne'))
    checkValue(predicate.on, predicate.value, store)
}

function checkValue(on: Predicate['on'], value: string, store: ObjectStore): void {
  const values = store.table.get(on.className)?.properties.get(on.property)?.values
  const isFaultCode = on.className.startsWith('fault') && on.property === 'code'
  if (
    isFaultCode
      ? !isKnownFaultCode(value, on.className, store)
      : values && !values.has(value) && !isSeen(on, value, store)
  ) {
    throw problems.badValue(`${on.className}.${on.property}`, value)
  }
}

/** Real fault codes stop far below F999999; codes raised in this fabric are always accepted. */
function isKnownFaultCode(value: string, className: string, store: ObjectStore): boolean {
  return /^F\d{4,6}$/.test(value)
    ? Number(value.slice(1)) < 700_000
    : isSeen({ className, property: 'code' }, value, store)
}

/** Recorded answers may hold values that the table's enumeration lacks. */
function isSeen(on: Predicate['on'], value: string, store: ObjectStore): boolean {
  return store
    .concreteClasses(on.className)
    .some((name) => store.ofClass(name).some((object) => readAttribute(object, on.property) === value))
}
