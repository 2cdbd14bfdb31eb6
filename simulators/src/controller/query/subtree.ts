import { compileFilter } from '../filter/compile-filter.ts'
import { readAttribute } from '../model/layout.ts'
import { childrenOf, descendants, type ManagedObject } from '../model/managed-object.ts'
import type { ObjectStore } from '../model/object-store.ts'
import { CATEGORIES, categoryOf, isRelationClass } from './categories.ts'
import type { Query } from './query.ts'

/** An object below a top-level one; a relation's target is outside that tree and keeps its DN. */
export type Nested = {
  readonly object: ManagedObject
  readonly isTarget: boolean
  readonly children: readonly Nested[]
}

export type SubtreeRules = {
  nestedIn(object: ManagedObject): readonly Nested[]
  /** Whether any requested object is below this one. */
  hasMatch(object: ManagedObject): boolean
  hits(object: ManagedObject): Iterable<ManagedObject>
  targetOf(object: ManagedObject): ManagedObject | undefined
}

/**
 * The objects that `rsp-subtree…` selects. With `full`, objects of other classes are kept as connectors to a listed
 * one, and a listed object includes its whole subtree.
 */
export function subtreeRules(query: Query, store: ObjectStore): SubtreeRules {
  const isHit = hitRule(query, store)
  const depth = depthOf(query)
  const bringsAll = query.subtreeClasses.length > 0 && !query.subtreeFilter
  const comesAlong = unlistedRule(query)
  const wantsTargets = query.includes.has('relations')

  function nestedIn(object: ManagedObject): readonly Nested[] {
    if (depth === 'none') return []
    return depth === 'full'
      ? fullTree(object, false)
      : childrenOf(object)
          .filter(isHit)
          .map((child) => node(child, []))
  }

  function fullTree(object: ManagedObject, along: boolean): Nested[] {
    return childrenOf(object).flatMap((child) => {
      const hit = isHit(child) || (along && comesAlong(child))
      const children = child.children ? fullTree(child, along || (hit && bringsAll)) : []
      return hit || children.length > 0 ? [node(child, children)] : []
    })
  }

  function node(object: ManagedObject, children: readonly Nested[]): Nested {
    const target = targetOf(object)
    return {
      object,
      isTarget: false,
      children: target ? [...children, { object: target, isTarget: true, children: [] }] : children,
    }
  }

  function targetOf(object: ManagedObject): ManagedObject | undefined {
    const dn = wantsTargets && isRelationClass(object.layout.className) ? readAttribute(object, 'tDn') : undefined
    return dn ? store.get(dn) : undefined
  }

  function* hits(object: ManagedObject): Generator<ManagedObject> {
    if (depth === 'none') return
    for (const below of depth === 'full' ? descendants(object) : childrenOf(object)) if (isHit(below)) yield below
  }

  function hasMatch(object: ManagedObject): boolean {
    return depth === 'none' || !hits(object)[Symbol.iterator]().next().done
  }

  return { nestedIn, hasMatch, hits, targetOf }
}

/** Only the objects of the included categories, as top-level objects; for `relations`, their targets. */
export function scopedObjects(objects: readonly ManagedObject[], rules: SubtreeRules): ManagedObject[] {
  const found = new Set<ManagedObject>()
  for (const object of objects) {
    for (const hit of rules.hits(object)) found.add(rules.targetOf(hit) ?? hit)
  }
  return [...found]
}

function depthOf(query: Query): 'none' | 'children' | 'full' {
  if (query.subtree !== 'no') return query.subtree
  return [...query.includes].some((name) => CATEGORIES.has(name)) ? 'children' : 'none'
}

function hitRule(query: Query, store: ObjectStore): (object: ManagedObject) => boolean {
  const listed = new Set(query.subtreeClasses)
  const isAsked = unlistedRule(query)
  const matches = query.subtreeFilter ? compileFilter(query.subtreeFilter, store) : () => true
  const isShown = (name: string) => query.properties !== 'config-only' || store.table.get(name)?.configurable !== false
  return (object) => {
    const name = object.layout.className
    return (listed.size > 0 ? listed.has(name) : isAsked(object)) && isShown(name) && matches(object)
  }
}

/** Faults, health, statistics and records need their category; with `no-scoped`, only categories are selected. */
function unlistedRule(query: Query): (object: ManagedObject) => boolean {
  const onlyCategories = query.subtree === 'no' || query.includes.has('no-scoped')
  return ({ layout }) => {
    const category = categoryOf(layout.className)
    if (category !== undefined) return query.includes.has(category)
    return !onlyCategories || (query.includes.has('relations') && isRelationClass(layout.className))
  }
}
