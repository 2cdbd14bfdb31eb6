import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import type { CanvasNode } from './canvas.ts'
import type { Graph } from './graph.ts'
import { rowNodes } from './primary.ts'

/**
 * The columns a node adds to a row; those of all but the primary node are named `<prefix>.<property>`.
 * `properties` are in column order, `dn` always first; undefined means all of them.
 */
export type NodeColumns = { readonly node: CanvasNode; readonly prefix: string; readonly properties: readonly string[] | undefined }

/** The nodes that give columns: the primary one first (no prefix), the others in canvas order. */
export function rowColumns(graph: Graph, model: ClassModel): readonly NodeColumns[] {
  return rowNodes(graph).map((node, index) => {
    if (index > 0) return { node, prefix: node.alias, properties: withDn(chosenOrNaming(node, model)) }
    return { node, prefix: '', properties: node.properties.length === 0 ? undefined : withDn(node.properties) }
  })
}

function chosenOrNaming(node: CanvasNode, model: ClassModel): readonly string[] {
  if (node.properties.length > 0) return node.properties
  const className = node.class_name ?? ''
  const info = model.find(className) ?? findKnownClass(className)
  return info === undefined ? ['name'] : info.naming
}

function withDn(properties: readonly string[]): readonly string[] {
  return ['dn', ...properties.filter((property) => property !== 'dn')]
}

/** Names of all columns the rows will have; undefined when a node gives all its properties and they are not known. */
export function columnNames(graph: Graph, model: ClassModel): readonly string[] | undefined {
  const names: string[] = []
  for (const [index, { node, prefix, properties }] of rowColumns(graph, model).entries()) {
    const known = properties ?? propertyNames(node.class_name, model)
    if (known === undefined) return undefined
    names.push(...(index === 0 ? ['dn', 'className'] : []), ...known.map((property) => (index === 0 ? property : `${prefix}.${property}`)))
  }
  return [...new Set(names)]
}

/** All properties of a class; undefined when they are not known, or when its objects may be of subclasses with more. */
export function knownProperties(className: string | undefined, model: ClassModel): ClassInfo['properties'] {
  const info = className === undefined ? undefined : model.find(className)
  return info?.is_abstract === true ? undefined : info?.properties
}

/** Their names. */
export function propertyNames(className: string | undefined, model: ClassModel): readonly string[] | undefined {
  const known = knownProperties(className, model)
  return known && [...known.keys()]
}
