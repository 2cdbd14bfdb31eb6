import type { ObjectStore } from '../model/object-store.ts'
import { readAttribute } from '../model/layout.ts'
import type { ManagedObject } from '../model/managed-object.ts'
import { compileComparison } from './comparisons.ts'
import type { Filter, Predicate } from './filter.ts'

export type Matcher = (object: ManagedObject) => boolean

/**
 * Turns a checked filter into a function. A predicate matches only objects of the class it names, and a missing
 * property is not equal to anything.
 */
export function compileFilter(filter: Filter, store: ObjectStore): Matcher {
  switch (filter.kind) {
    case 'compare':
    case 'between':
      return compilePredicate(filter, store)
    case 'constant':
      return () => filter.value
    case 'not': {
      const part = compileFilter(filter.part, store)
      return (object) => !part(object)
    }
    default:
      return combine(
        filter.kind,
        filter.parts.map((part) => compileFilter(part, store)),
      )
  }
}

function combine(kind: 'and' | 'or' | 'xor', parts: readonly Matcher[]): Matcher {
  if (kind === 'and') return (object) => parts.every((part) => part(object))
  if (kind === 'or') return (object) => parts.some((part) => part(object))
  return (object) => parts.filter((part) => part(object)).length % 2 === 1
}

function compilePredicate(predicate: Predicate, store: ObjectStore): Matcher {
  const { className, property } = predicate.on
  const classes = new Set(store.concreteClasses(className))
  const info = store.table.get(className)?.properties.get(property)
  const matches = compileComparison(predicate, info ? (info.numeric ? 'numeric' : 'text') : 'unknown')
  const whenMissing = predicate.kind === 'compare' && predicate.operator === 'ne'
  return (object) => {
    if (!classes.has(object.layout.className)) return false
    const value = readAttribute(object, property)
    return value === undefined ? whenMissing : matches(value)
  }
}
