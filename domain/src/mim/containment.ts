import type { ClassInfo } from './model.ts'

type Classes = ReadonlyMap<string, ClassInfo>
type CanContain = (parent: string, child: string, depth: 'child' | 'any') => boolean

/**
 * How many sets of ancestors are cached: a canvas has a handful of classes, but generic ones have thousands of
 * ancestors.
 */
const KEPT_ANCESTOR_SETS = 200

/**
 * Tests whether an object of one class can be below an object of another, according to either document. Walks up from
 * the child, which has few possible parents, and visits each class once, so it terminates for classes that contain
 * themselves. An abstract class represents its known subclasses; without any, it is assumed to match.
 */
export function containment(classes: Classes): CanContain {
  const parents = parentLists(classes)
  const subclasses = subclassLists(classes)
  const ancestors = remember(KEPT_ANCESTOR_SETS, (child: string) => ancestorsOf(child, parents))
  const concrete = (name: string) =>
    classes.get(name)?.is_abstract === true ? [...(subclasses.get(name) ?? [])] : [name]

  return (parent, child, depth) => {
    const above = concrete(parent)
    const below = concrete(child)
    if (above.length === 0 || below.length === 0) return true
    return below.some((lower) => {
      const possible = depth === 'child' ? (parents.get(lower) ?? new Set()) : ancestors(lower)
      return above.some((upper) => possible.has(upper))
    })
  }
}

function ancestorsOf(child: string, parents: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>()
  const queue = [child]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const parent of parents.get(next) ?? []) {
      if (found.has(parent)) continue
      found.add(parent)
      queue.push(parent)
    }
  }
  return found
}

function parentLists(classes: Classes): Map<string, Set<string>> {
  const parents = new Map<string, Set<string>>()
  for (const info of classes.values()) {
    for (const parent of info.contained_by) add(parents, info.name, parent)
    for (const child of info.contains) add(parents, child, info.name)
  }
  return parents
}

function subclassLists(classes: Classes): Map<string, Set<string>> {
  const subclasses = new Map<string, Set<string>>()
  for (const info of classes.values()) {
    if (info.is_abstract) continue
    for (const ancestor of info.super_classes) add(subclasses, ancestor, info.name)
  }
  return subclasses
}

function add(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key) ?? new Set()
  lists.set(key, list)
  list.add(value)
}

function remember<Value>(limit: number, compute: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>()
  return (key) => {
    const value = kept.get(key) ?? compute(key)
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > limit) kept.delete(kept.keys().next().value ?? key)
    return value
  }
}
