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

type Problems = { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }

/**
 * Edges that have no meaning between the classes at their ends, or whose conditions or columns these do not have; and
 * edges that probably mean something else.
 */
export function edgeProblems(canvas: Canvas, model: ClassModel, suggestions: Suggestions): Problems {
  const context = { canvas, model, suggestions }
  const checked = validEdges(canvas).map((edge) => {
    const path = `edges.${canvas.edges.indexOf(edge)}`
    const { errors, warnings } = meaningProblems(edge, path, context)
    const operands = operandsOf(edge.on).flatMap((operand) =>
      operandFaults(edge, operand, `${path}.on.${operand.path}`, context),
    )
    const onEdge = (problems: readonly Problem[]) => problems.map((problem) => ({ ...problem, edge_id: edge.id }))
    return { errors: onEdge([...errors, ...operands]), warnings: onEdge(warnings) }
  })
  return { errors: checked.flatMap(({ errors }) => errors), warnings: checked.flatMap(({ warnings }) => warnings) }
}

type Context = { readonly canvas: Canvas; readonly model: ClassModel; readonly suggestions: Suggestions }

function meaningProblems(edge: CanvasEdge, path: string, context: Context): Problems {
  const { canvas, model, suggestions } = context
  const [source, target] = [edge.source, edge.target]
    .map((id) => nodeOf(canvas, id))
    .map((node) => (node ? nodeClasses(node) : []))
  const kind = edge.kind === 'auto' ? undefined : edge.kind
  if (!source?.length || !target?.length) return { errors: fieldFaults(edge, kind, path), warnings: [] }
  const resolved = resolveEdgeOfUnions(edge, { source, target }, model, suggestions)
  const field = edge.through === undefined ? path : `${path}.through`
  if (!resolved.ok) {
    const { fault } = resolved
    const errors = [
      { ...fault, path: fault.code === 'bad_value' ? `${path}.on` : field },
      ...fieldFaults(edge, kind, path),
    ]
    return { errors, warnings: [] }
  }
  const { meaning, warning } = resolved
  return {
    errors: [...fieldFaults(edge, meaning.kind, path), ...relationProperties(edge, meaning, path, context)],
    warnings: warning ? [{ ...warning, path: field }] : [],
  }
}

/** Fields that an edge of this kind would ignore: the answer would be to another question. */
function fieldFaults(
  { id, on, properties }: CanvasEdge,
  kind: EdgeMeaning['kind'] | undefined,
  path: string,
): readonly Problem[] {
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

function relationProperties(
  edge: CanvasEdge,
  meaning: EdgeMeaning,
  path: string,
  context: Context,
): readonly Problem[] {
  if (meaning.kind !== 'references') return []
  const relation = { id: edge.id, class_name: meaning.through }
  return edge.properties
    .filter((property) => property !== 'className')
    .flatMap((property) =>
      withoutNode(unknownProperty(relation, property, `${path}.properties`, context.model, context.suggestions)),
    )
}

/** The relation objects belong to no node. */
const withoutNode = (problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ node_id: _, ...problem }) => problem)

function operandFaults(
  edge: CanvasEdge,
  { end, operand }: PlacedOperand,
  path: string,
  context: Context,
): readonly Problem[] {
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
