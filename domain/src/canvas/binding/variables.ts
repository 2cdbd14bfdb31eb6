import { bindConfig } from './bind-config.ts'
import { bindDn } from './bind-dn.ts'
import { bindExpression } from './bind-expression.ts'
import { bindFilter } from './bind-filter.ts'
import { bindTimeRange } from './bind-time-range.ts'
import { fillValue, type Filling, type VariableValue, givenValue } from './fill-template.ts'
import { findVariables, type Placeholder } from './template.ts'
import { isRelativeName } from '../../values/instants.ts'
import { FilledTexts } from '../budget.ts'
import type { Canvas, CanvasEdge, CanvasNode, PostProcessorStep, Variables } from '../canvas.ts'
import { mapExpressions } from '../match-conditions.ts'
import { type Problem, reportInto } from '../problem.ts'
import type { ReportProblem } from '../wire.ts'

export { findVariables }

export type Substitution =
  | { readonly ok: true; readonly value: VariableValue }
  /** `missing` lists names, `unusable` messages about values that do not fit into the text. */
  | { readonly ok: false; readonly missing: readonly string[]; readonly unusable: readonly string[] }

/**
 * Fills in the variables of plain text. A template that is a single variable keeps the variable's type, lists included.
 * Text in which characters have a special meaning (a DN, a pattern, an expression) is filled in by `bindCanvas`.
 */
export function substitute(template: string, variables: Variables, now: number): Substitution {
  const filled = fillValue(template, { variables, filled: new FilledTexts(), now })
  if (filled.ok) return filled
  const isMissing = (placeholder: Placeholder) => {
    const given = givenValue(placeholder, { variables, now })
    return !given.ok && given.faults.some(({ code }) => code === 'missing_variable')
  }
  const missing = findVariables(template).filter(isMissing).map(({ name }) => name) // prettier-ignore
  return {
    ok: false,
    missing,
    unusable: filled.faults.flatMap(({ code, message }) => (code === 'missing_variable' ? [] : [message])),
  }
}

/**
 * The canvas with all variables filled in: in filter values, scopes, expressions of edges and the configs of enabled
 * post-processors. A variable is a value, never syntax. Every missing or unusable variable is reported; its template is
 * left in place.
 * `filled` counts what the variables fill; `now` is the start of the run, in milliseconds.
 */
export function bindCanvas(
  canvas: Canvas,
  variables: Variables,
  { filled, now }: { readonly filled: FilledTexts; readonly now: number },
): { readonly canvas: Canvas; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const report = reportInto(problems)
  for (const name of Object.keys(variables).filter(isRelativeName)) {
    report({
      code: 'bad_value',
      message: `${name} is the start of the run, so no variable can have this name`,
      path: `variables.${name}`,
    })
  }
  const filling = { variables, filled, now }
  const nodes = canvas.nodes.map((node, index) => bindNode(node, filling, `nodes.${index}`, report))
  const edges = canvas.edges.map((edge, index) => bindEdge(edge, filling, `edges.${index}.on`, report))
  const post_processors = canvas.post_processors.map((step, index) =>
    bindStep(step, filling, `post_processors.${index}`, report),
  )
  return { canvas: { ...canvas, nodes, edges, post_processors }, problems }
}

function bindNode(node: CanvasNode, filling: Filling, path: string, report: ReportProblem): CanvasNode {
  const filters = node.filters.map((filter, index) =>
    bindFilter(filter, filling, `${path}.filters.${index}`, (fault, at) =>
      report({ ...fault, node_id: node.id, path: at }),
    ),
  )
  const reportAt = (fault: Pick<Problem, 'code' | 'message'>, at: string) =>
    report({ ...fault, node_id: node.id, path: at })
  const time_range = node.time_range && bindTimeRange(node.time_range, filling, `${path}.time_range`, reportAt)
  const bound = { ...node, filters, ...(time_range && { time_range }) }
  if (node.scope_dn === undefined) return bound
  const scope = bindDn(node.scope_dn, filling)
  if (scope.ok) return { ...bound, scope_dn: scope.value }
  for (const fault of scope.faults) reportAt(fault, `${path}.scope_dn`)
  return bound
}

function bindEdge(edge: CanvasEdge, filling: Filling, path: string, report: ReportProblem): CanvasEdge {
  const on = mapExpressions(edge.on, (expression, at) => {
    const bound = bindExpression(expression, filling)
    if (bound.ok) return bound.value
    for (const fault of bound.faults) report({ ...fault, edge_id: edge.id, path: `${path}.${at}` })
    return expression
  })
  return on === edge.on ? edge : { ...edge, on }
}

function bindStep(step: PostProcessorStep, filling: Filling, path: string, report: ReportProblem): PostProcessorStep {
  // A step that does not run must not require any variables.
  if (!step.enabled) return step
  const config = bindConfig(step.config, filling, `${path}.config`, (fault, at) =>
    report({ ...fault, step_id: step.id, path: at }),
  )
  return { ...step, config }
}
