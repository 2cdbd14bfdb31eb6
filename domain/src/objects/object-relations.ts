import type { ManagedObject } from '../controller-query/controller-query.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'

export type PointsTo = { readonly relation: string; readonly dn: string; readonly exists: boolean | null }
export type PointedBy = { readonly relation: string; readonly dn: string; readonly class_name: string | null }
export type RelationEnd = 'source' | 'target'

const RELATION = /^[a-z0-9]+R([st])[A-Z]/

/** Which end of a relation a class is, by the model if known: `fvRsCtx` is the source, `fvRtCtx` the target. */
export function relationEnd(graph: ClassGraph | undefined, className: string): RelationEnd | undefined {
  const id = graph?.find(className)
  const relation = id === undefined ? undefined : graph!.relationOf(id)
  if (relation !== undefined) return relation.is_source ? 'source' : 'target'
  const end = RELATION.exec(className)?.[1]
  return end === undefined ? undefined : end === 's' ? 'source' : 'target'
}

/** Relation classes that the model knows below objects of a class. */
export function relationClassesOf(graph: ClassGraph | undefined, className: string): readonly string[] {
  const id = graph?.find(className)
  if (graph === undefined || id === undefined) return []
  return Array.from(graph.contained(id), (child) => graph.className(child)).filter(
    (name) => relationEnd(graph, name) !== undefined,
  )
}

/** What relation objects point to. A controller says in `state` whether it found the target. */
export function pointsTo(objects: readonly ManagedObject[]): readonly PointsTo[] {
  return objects.map(({ class_name, attributes: { tDn = '', state } }) => ({
    relation: class_name,
    dn: tDn,
    exists: tDn === '' || state?.startsWith('missing') === true ? false : state === 'formed' ? true : null,
  }))
}

/** Who points here: the read-only relation objects at the target name the object at the other end. */
export function pointedBy(objects: readonly ManagedObject[]): readonly PointedBy[] {
  return objects.flatMap(({ class_name, attributes: { tDn = '', tCl = '' } }) =>
    tDn === '' ? [] : [{ relation: class_name, dn: tDn, class_name: tCl === '' ? null : tCl }],
  )
}
