import { compileFilter } from '../filter/compile-filter.ts'
import { readAttribute } from '../model/layout.ts'
import { childrenOf, descendants, isGhost, type ManagedObject } from '../model/managed-object.ts'
import type { ObjectStore } from '../model/object-store.ts'
import type { Query } from './query.ts'
import { scopedObjects, subtreeRules } from './subtree.ts'

export type Selection = { readonly objects: readonly ManagedObject[]; readonly scanned: number }

/** The top-level objects of the whole answer, before sorting and paging. */
export function select(query: Query, store: ObjectStore): Selection {
  const candidates = candidatesOf(query, store)
  const matches = query.filter ? compileFilter(query.filter, store) : () => true
  const matching = candidates.filter(
    (object) => matches(object) && isInRange(object, query.createdBetween) && isShown(object, query, store),
  )
  const objects = withSubtree(matching, query, store)
  return { objects, scanned: candidates.length + (objects === matching ? 0 : matching.length) }
}

/** `config-only` answers omit objects that cannot be configured. */
function isShown(object: ManagedObject, query: Query, store: ObjectStore): boolean {
  return query.properties !== 'config-only' || store.table.get(object.layout.className)?.configurable !== false
}

function withSubtree(objects: readonly ManagedObject[], query: Query, store: ObjectStore): readonly ManagedObject[] {
  if (query.includes.has('no-scoped')) return scopedObjects(objects, subtreeRules(query, store))
  if (!query.includes.has('required')) return objects
  const rules = subtreeRules(query, store)
  return objects.filter((object) => rules.hasMatch(object))
}

function candidatesOf(query: Query, store: ObjectStore): readonly ManagedObject[] {
  const starts = startsOf(query, store)
  if (query.target === 'self') return keepClasses(starts, query.targetClasses)
  const reached = new Set<ManagedObject>()
  for (const start of starts) {
    if (query.target === 'subtree' && !isGhost(start)) reached.add(start)
    for (const object of query.target === 'children' ? childrenOf(start) : descendants(start)) reached.add(object)
  }
  return keepClasses([...reached], query.targetClasses)
}

/** Where the search starts; this may be a ghost, which is no object itself but has objects below it. */
function startsOf({ scope, target }: Query, store: ObjectStore): readonly ManagedObject[] {
  if (scope.kind === 'class') {
    const [only, ...others] = scope.classes
    return others.length === 0 ? store.ofClass(only!) : scope.classes.flatMap((name) => store.ofClass(name))
  }
  const place = store.place(scope.dn)
  if (!place) return []
  if (scope.kind === 'object') return target === 'self' && isGhost(place) ? [] : [place]
  const classes = new Set(scope.classes)
  return [place, ...descendants(place)].filter((object) => classes.has(object.layout.className))
}

function keepClasses(objects: readonly ManagedObject[], classes: readonly string[]): readonly ManagedObject[] {
  if (classes.length === 0) return objects
  const wanted = new Set(classes)
  return objects.filter((object) => wanted.has(object.layout.className))
}

/** The range applies to the `created` time; objects without one always pass. */
function isInRange(object: ManagedObject, range: Query['createdBetween']): boolean {
  const created = range && readAttribute(object, 'created')
  if (!range || !created) return true
  const time = Date.parse(created)
  return time >= Date.parse(range.from) && time <= Date.parse(range.to)
}
