import type { Suggestions } from '../suggest.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import type { Canvas, CanvasNode } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { classesText, nodeClasses, placedClasses } from '../canvas/node-classes.ts'
import { nodeProperties } from '../canvas/row-columns.ts'

/** Attributes every object has, whether its class document lists them or not. */
const ALWAYS_THERE = new Set(['dn', 'rn', 'status', 'childAction'])

/** The versions besides the installed one that have a class, newest first. */
export type OtherVersions = (className: string) => readonly string[]

/** Faults and warnings about classes and properties of nodes. Names are only checked when a MIM is installed. */
export function classProblems(
  canvas: Canvas,
  model: ClassModel,
  suggestions: Suggestions,
  otherVersions: OtherVersions = () => [],
): { errors: readonly Problem[]; warnings: readonly Problem[] } {
  const checked = canvas.nodes.flatMap((node, index) =>
    placedClasses(node).map(({ name, at }) => ({ node, name, path: `nodes.${index}.${at}`, info: model.find(name) })),
  )
  return {
    errors: [
      ...canvas.nodes.flatMap(missingClass),
      ...checked.flatMap((place) => unknownClass(place, model, suggestions, otherVersions)),
      ...canvas.nodes.flatMap((node, index) => propertyFaults(node, index, model, suggestions)),
    ],
    warnings: [
      ...missingModel(canvas, model),
      ...checked.flatMap((place) => versionWarning(place, model, otherVersions)),
      ...checked.flatMap((place) => absentClass(place, model, suggestions, otherVersions)),
      ...checked.flatMap((place) => (place.info?.is_deprecated === true ? [deprecated(place)] : [])),
    ],
  }
}

/** One class of a node. */
type Place = {
  readonly node: CanvasNode
  readonly name: string
  readonly path: string
  readonly info: ClassInfo | undefined
}

function missingClass(node: CanvasNode, index: number): Problem[] {
  if (placedClasses(node).length > 0) return []
  const path = `nodes.${index}.${node.class_names === undefined ? 'class_name' : 'class_names'}`
  return [{ code: 'missing_class', message: `node ${node.id} has no class yet`, node_id: node.id, path }]
}

function unknownClass(
  place: Place,
  model: ClassModel,
  suggestions: Suggestions,
  otherVersions: OtherVersions,
): Problem[] {
  const { node, name, path } = place
  if (!isMissing(place, model) || otherVersions(name).length > 0 || node.optional === true) return []
  const near = suggestions.amongClasses(model, name)
  return [
    {
      code: 'unknown_class',
      message: `the installed MIM has no class ${name}`,
      node_id: node.id,
      path,
      suggestions: near,
    },
  ]
}

/** The controller may run one of the other versions, so it decides. */
function versionWarning(place: Place, model: ClassModel, otherVersions: OtherVersions): Problem[] {
  const { node, name, path } = place
  const versions = isMissing(place, model) ? otherVersions(name) : []
  if (versions.length === 0) return []
  const message = `the installed MIM has no class ${name}, but that of ${versions.join(', ')} has: the controller decides`
  return [{ code: 'other_version', message, node_id: node.id, path }]
}

/** Objects of an optional node may exist nowhere, so the class may be one of another release. */
function absentClass(
  place: Place,
  model: ClassModel,
  suggestions: Suggestions,
  otherVersions: OtherVersions,
): Problem[] {
  const { node, name, path } = place
  if (node.optional !== true || !isMissing(place, model) || otherVersions(name).length > 0) return []
  const message = `the installed MIM has no class ${name}; where the controller does not know it either, it has no objects`
  return [
    {
      code: 'class_absent',
      message,
      node_id: node.id,
      path,
      suggestions: suggestions.amongClasses(model, name),
    },
  ]
}

const isMissing = ({ info }: Place, model: ClassModel): boolean => model.installed && info === undefined

function propertyFaults(node: CanvasNode, index: number, model: ClassModel, suggestions: Suggestions): Problem[] {
  return node.properties
    .filter((property) => property !== 'className')
    .flatMap((property) => unknownProperty(node, property, `nodes.${index}.properties`, model, suggestions))
}

/** Reports a property the class does not have; nothing when the class's properties are not known. */
export function unknownProperty(
  node: Pick<CanvasNode, 'id' | 'class_name' | 'class_names'>,
  property: string,
  path: string,
  model: ClassModel,
  suggestions: Suggestions,
): Problem[] {
  const known = model.installed ? nodeProperties(node, model) : undefined
  if (known === undefined || known.has(property) || ALWAYS_THERE.has(property)) return []
  const classes = nodeClasses(node)
  const message =
    classes.length > 1
      ? `none of ${classesText(classes)} has a property ${property}`
      : `${classesText(classes)} has no property ${property}`
  return [
    {
      code: 'unknown_property',
      message,
      node_id: node.id,
      path,
      suggestions: suggestions.among(known.keys(), property),
    },
  ]
}

function missingModel({ nodes }: Canvas, model: ClassModel): Problem[] {
  if (model.installed || nodes.length === 0) return []
  return [
    {
      code: 'mim_not_installed',
      message: 'no MIM is installed, so names of classes, properties and relations are not checked',
    },
  ]
}

function deprecated({ node, name, path }: Place): Problem {
  return { code: 'deprecated_class', message: `${name} is deprecated`, node_id: node.id, path }
}
