import { LRUCache } from 'lru-cache'
import { propertyInfo } from '../record-info.ts'
import type { ClassInfo, ClassModel } from '../model.ts'
import type { ClassGraph } from './class-graph.ts'
import { graphContainment } from './graph-containment.ts'
import { nameSuggestions } from './name-suggestions.ts'

/** A canvas has a handful of classes; this is enough for many canvases. */
const KEPT_CLASSES = 500

/**
 * A compiled graph as the model for the query engine. Only has relations whose Rs class was imported, as it holds the
 * target's DN.
 */
export function engineModelOf(graph: ClassGraph): ClassModel {
  const { mentioned } = graph
  const described = new LRUCache<number, ClassInfo>({ max: KEPT_CLASSES, memoMethod: (id) => classInfo(graph, id) })
  let declared: ReadonlyMap<string, readonly Declared[]> | undefined

  const lineage = (className: string) => {
    const id = mentioned.find(className)
    return [
      className,
      ...(id === undefined ? [] : Array.from(mentioned.superClasses(id), (above) => mentioned.name(above))),
    ]
  }
  return {
    installed: true,
    find: (className) => {
      const id = graph.find(className)
      return id === undefined ? undefined : described.memo(id)
    },
    relationsBetween: (source, target) => {
      declared ??= declaredRelations(graph)
      const reached = new Set(lineage(target))
      const leaving = lineage(source).flatMap((from) => declared?.get(from) ?? [])
      return [...new Set(leaving.filter(({ to }) => reached.has(to)).map(({ name }) => name))].sort()
    },
    canContain: graphContainment(graph),
    membersOf: (className) => {
      const id = graph.find(className)
      if (id === undefined) return undefined
      const isConcrete = (member: number) => member >= graph.classCount || !graph.has(member, 'is_abstract')
      // Objects of a class that was not imported are among those of its ancestors all the same.
      return new Set([id, ...mentioned.subClasses(id)].filter(isConcrete).map((member) => mentioned.name(member)))
    },
    suggestClasses: nameSuggestions(() => Array.from({ length: graph.classCount }, (_, id) => graph.className(id))),
  }
}

type Declared = { readonly name: string; readonly to: string }

/** Relation (Rs) classes by declaring class. */
function declaredRelations(graph: ClassGraph): Map<string, Declared[]> {
  const declared = new Map<string, Declared[]>()
  for (let id = 0; id < graph.classCount; id++) {
    const relation = graph.relationOf(id)
    if (relation?.is_source !== true) continue
    const leaving = declared.get(relation.source) ?? []
    declared.set(relation.source, leaving)
    leaving.push({ name: graph.className(id), to: relation.target })
  }
  return declared
}

// Generic classes have thousands of containers, which are rarely needed: each set is created when it is first read.
function classInfo(graph: ClassGraph, id: number): ClassInfo {
  const { name, rn_format, naming, is_abstract, is_deprecated } = graph.describe(id)
  const { mentioned } = graph
  const names = (ids: Uint32Array) => Array.from(ids, (other) => mentioned.name(other))
  const relation = graph.relationOf(id)
  const properties = once(
    () => new Map(graph.properties(id).map((property) => [property.name, propertyInfo(property)])),
  )
  const containers = once(() => new Set(names(mentioned.containers(id))))
  const contained = once(() => new Set(names(mentioned.contained(id))))
  return {
    ...{ name, rn_format, naming, is_abstract, is_deprecated },
    get properties() {
      return graph.propertyCount(id) === 0 ? undefined : properties()
    },
    get contained_by() {
      return containers()
    },
    get contains() {
      return contained()
    },
    super_classes: names(mentioned.superClasses(id)),
    relation: relation?.is_source === true ? { from_class: relation.source, to_class: relation.target } : undefined,
  }
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
