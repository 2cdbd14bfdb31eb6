import type { ClassModel } from '../mim/model.ts'
import type { Suggestions } from '../suggest.ts'
import type { Canvas, CanvasEdge } from '../canvas/canvas.ts'
import { unknownProperty } from './class-rules.ts'
import { validEdges } from '../canvas/graph.ts'
import { isConditionList, operandsOf, type PlacedOperand } from '../canvas/match-conditions.ts'
import { isPropertyName } from '../canvas/names.ts'
import type { Problem } from '../canvas/problem.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import type { EdgeMeaning } from '../canvas/resolve-edge.ts'
import { resolveEdgeOfUnions } from '../canvas/resolve-union-edge.ts'
import { show } from '../canvas/wire.ts'
import { compileExpression } from '../expression/expression.ts'

/** Edges that have no meaning between the classes at their ends, or whose conditions or columns these do not have. */
export function edgeProblems(canvas: Canvas, model: ClassModel, suggestions: Suggestions): readonly Problem[] {
  const context = { canvas, model, suggestions }
  return validEdges(canvas).flatMap((edge) => {
    const path = `edges.${canvas.edges.indexOf(edge)}`
    const problems = [
      ...meaningFaults(edge, path, context),
      ...operandsOf(edge.on).flatMap((operand) => operandFaults(edge, operand, `${path}.on.${operand.path}`, context)),
    ]
    return problems.map((problem) => ({ ...problem, edge_id: edge.id }))
  })
}

type Context = { readonly canvas: Canvas; readonly model: ClassModel; readonly suggestions: Suggestions }

function meaningFaults(edge: CanvasEdge, path: string, context: Context): readonly Problem[] {
  const { canvas, model, suggestions } = context
  const [source, target] = [edge.source, edge.target].map((id) => nodeOf(canvas, id)).map((node) => (node ? nodeClasses(node) : []))
  const kind = edge.kind === 'auto' ? undefined : edge.kind
  if (!source?.length || !target?.length) return fieldFaults(edge, kind, path)
  const resolved = resolveEdgeOfUnions(edge, { source, target }, model, suggestions)
  if (resolved.ok) return [...fieldFaults(edge, resolved.meaning.kind, path), ...relationProperties(edge, resolved.meaning, path, context)]
  const field = resolved.fault.code === 'bad_value' ? `${path}.on` : edge.through === undefined ? path : `${path}.through`
  return [{ ...resolved.fault, path: field }, ...fieldFaults(edge, kind, path)]
}

/** Fields that an edge of this kind would ignore: the answer would be to another question. */
function fieldFaults({ id, on, properties }: CanvasEdge, kind: EdgeMeaning['kind'] | undefined, path: string): readonly Problem[] {
  if (kind === undefined) return []
  const problems: Problem[] = []
  if (isConditionList(on) && kind !== 'match') {
    const message = `edge ${id} joins by ${kind}: only a match edge takes a list of conditions; draw a second edge for them`
    problems.push({ code: 'bad_value', message, path: `${path}.on` })
  }
  if (properties.length > 0 && kind !== 'references') {
    const message = `edge ${id} joins by ${kind}: only the relation objects of a references edge have properties to show`
    problems.push({ code: 'bad_value', message, path: `${path}.properties` })
  }
  return problems
}

function relationProperties(edge: CanvasEdge, meaning: EdgeMeaning, path: string, context: Context): readonly Problem[] {
  if (meaning.kind !== 'references') return []
  const relation = { id: edge.id, class_name: meaning.through }
  return edge.properties
    .filter((property) => property !== 'className')
    .flatMap((property) => withoutNode(unknownProperty(relation, property, `${path}.properties`, context.model, context.suggestions)))
}

/** The relation objects belong to no node. */
const withoutNode = (problems: readonly Problem[]): readonly Problem[] => problems.map(({ node_id: _, ...problem }) => problem)

function operandFaults(edge: CanvasEdge, { end, operand }: PlacedOperand, path: string, context: Context): readonly Problem[] {
  const { canvas, model, suggestions } = context
  const node = nodeOf(canvas, edge[end])
  if (node === undefined) return []
  if (typeof operand === 'string') return unknownProperty(node, operand, path, model, suggestions)
  const at = `${path}.expression`
  const compiled = compileExpression(operand.expression)
  if (!compiled.ok) return [{ code: 'bad_value', message: compiled.message, path: at }]
  return compiled.columns.flatMap((name): readonly Problem[] => {
    if (isPropertyName(name)) return unknownProperty(node, name, at, model, suggestions)
    return [{ code: 'unknown_property', message: `${show(name)} is not a valid property name`, path: at }]
  })
}

function nodeOf({ nodes }: Canvas, id: string): Canvas['nodes'][number] | undefined {
  return nodes.find((node) => node.id === id)
}
