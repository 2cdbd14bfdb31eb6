import type { Suggestions } from '../suggest.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import type { Canvas, CanvasNode } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { knownProperties } from '../canvas/row-columns.ts'

/** Attributes every object has, whether its class document lists them or not. */
const ALWAYS_THERE = new Set(['dn', 'rn', 'status', 'childAction'])

/** Faults and warnings about classes and properties of nodes. Names are only checked when a MIM is installed. */
export function classProblems(
  canvas: Canvas,
  model: ClassModel,
  suggestions: Suggestions,
): { errors: readonly Problem[]; warnings: readonly Problem[] } {
  const checked = canvas.nodes.map((node, index) => ({ node, index, info: model.find(node.class_name ?? '') }))
  return {
    errors: checked.flatMap(({ node, index, info }) => [
      ...classFaults(node, index, info, model, suggestions),
      ...propertyFaults(node, index, model, suggestions),
    ]),
    warnings: [
      ...missingModel(canvas, model),
      ...checked.flatMap(({ node, index, info }) => (info?.is_deprecated === true ? [deprecated(node, index)] : [])),
    ],
  }
}

function classFaults(node: CanvasNode, index: number, info: ClassInfo | undefined, model: ClassModel, suggestions: Suggestions): Problem[] {
  const at = { node_id: node.id, path: `nodes.${index}.class_name` }
  const name = node.class_name
  if (name === undefined) return [{ code: 'missing_class', message: `node ${node.id} has no class yet`, ...at }]
  if (!model.installed || info !== undefined) return []
  const near = suggestions.amongClasses(model, name)
  return [{ code: 'unknown_class', message: `the installed MIM has no class ${name}`, ...at, suggestions: near }]
}

function propertyFaults(node: CanvasNode, index: number, model: ClassModel, suggestions: Suggestions): Problem[] {
  return node.properties
    .filter((property) => property !== 'className')
    .flatMap((property) => unknownProperty(node, property, `nodes.${index}.properties`, model, suggestions))
}

/** Reports a property the class does not have; nothing when the class's properties are not known. */
export function unknownProperty(node: CanvasNode, property: string, path: string, model: ClassModel, suggestions: Suggestions): Problem[] {
  const known = model.installed ? knownProperties(node.class_name, model) : undefined
  if (known === undefined || known.has(property) || ALWAYS_THERE.has(property)) return []
  const message = `${node.class_name} has no property ${property}`
  return [{ code: 'unknown_property', message, node_id: node.id, path, suggestions: suggestions.among(known.keys(), property) }]
}

function missingModel({ nodes }: Canvas, model: ClassModel): Problem[] {
  if (model.installed || nodes.length === 0) return []
  return [{ code: 'mim_not_installed', message: 'no MIM is installed, so names of classes, properties and relations are not checked' }]
}

function deprecated(node: CanvasNode, index: number): Problem {
  return { code: 'deprecated_class', message: `${node.class_name} is deprecated`, node_id: node.id, path: `nodes.${index}.class_name` }
}
