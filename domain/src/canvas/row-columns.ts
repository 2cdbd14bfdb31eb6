import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassInfo, ClassModel, PropertyInfo } from '../mim/model.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { type Graph, validEdges } from './graph.ts'
import { CONTROLLER_COLUMN } from './names.ts'
import { nodeClasses } from './node-classes.ts'
import { hiddenNodes, rowNodes } from './primary.ts'

/**
 * The columns a node adds to a row; those of all but the primary node are named `<prefix>.<property>`.
 * `properties` are in column order, `dn` always first; undefined means all of them.
 */
export type NodeColumns = {
  readonly node: CanvasNode
  readonly prefix: string
  readonly properties: readonly string[] | undefined
}

/** The nodes that give columns: the primary one first (no prefix), the others in canvas order. */
export function rowColumns(graph: Graph, model: ClassModel): readonly NodeColumns[] {
  return rowNodes(graph).map((node, index) => {
    if (index > 0)
      return { node, prefix: node.alias, properties: withDn([...whichClass(node), ...chosenOrNaming(node, model)]) }
    return { node, prefix: '', properties: node.properties.length === 0 ? undefined : withDn(node.properties) }
  })
}

/** The columns of the relation objects of an edge, named `<edge id>.<property>`. */
export type EdgeColumns = { readonly edge: CanvasEdge; readonly properties: readonly string[] }

/** The edges whose relation objects give columns, in canvas order; these follow those of all nodes. */
export function relationColumns(graph: Graph): readonly EdgeColumns[] {
  const hidden = hiddenNodes(graph)
  return validEdges(graph)
    .filter(({ properties, source, target }) => properties.length > 0 && !hidden.has(source) && !hidden.has(target))
    .map((edge) => ({ edge, properties: edge.properties }))
}

function chosenOrNaming(node: CanvasNode, model: ClassModel): readonly string[] {
  if (node.properties.length > 0) return node.properties
  const classes = nodeClasses(node)
  if (classes.length === 0) return ['name']
  return classes.flatMap((name) => (model.find(name) ?? findKnownClass(name))?.naming ?? ['name'])
}

/** Objects of a union say of which class they are; those of the primary node always do. */
function whichClass({ class_names }: CanvasNode): readonly string[] {
  return class_names === undefined ? [] : ['className']
}

function withDn(properties: readonly string[]): readonly string[] {
  return [...new Set(['dn', ...properties])]
}

/**
 * Names of all columns the rows will have; undefined when a node gives all its properties and they are not known. Rows
 * of a merged run have `@controller`.
 */
export function columnNames(graph: Graph, model: ClassModel, { merged = false } = {}): readonly string[] | undefined {
  const always = ['dn', 'className', ...(merged ? [CONTROLLER_COLUMN] : [])]
  const names: string[] = []
  for (const [index, { node, prefix, properties }] of rowColumns(graph, model).entries()) {
    const known = properties ?? propertyNames(node, model)
    if (known === undefined) return undefined
    names.push(
      ...(index === 0 ? always : []),
      ...known.map((property) => (index === 0 ? property : `${prefix}.${property}`)),
    )
  }
  for (const { edge, properties } of relationColumns(graph))
    names.push(...properties.map((property) => `${edge.id}.${property}`))
  return [...new Set(names)]
}

/** All properties of a class; undefined when they are not known, or when its objects may be of subclasses with more. */
export function knownProperties(className: string | undefined, model: ClassModel): ClassInfo['properties'] {
  const info = className === undefined ? undefined : model.find(className)
  return info?.is_abstract === true ? undefined : info?.properties
}

/** All properties that objects of a node may have; undefined when those of one of its classes are not known. */
export function nodeProperties(
  node: Pick<CanvasNode, 'class_name' | 'class_names'>,
  model: ClassModel,
): ClassInfo['properties'] {
  const known = nodeClasses(node).map((name) => knownProperties(name, model))
  if (known.length < 2) return known[0]
  const all = new Map<string, PropertyInfo>()
  for (const properties of known) {
    if (properties === undefined) return undefined
    for (const [name, info] of properties) if (!all.has(name)) all.set(name, info)
  }
  return all
}

/** Their names. */
export function propertyNames(
  node: Pick<CanvasNode, 'class_name' | 'class_names'>,
  model: ClassModel,
): readonly string[] | undefined {
  const known = nodeProperties(node, model)
  return known && [...known.keys()]
}
