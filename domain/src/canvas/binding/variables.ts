import { bindConfig } from './bind-config.ts'
import { bindDn } from './bind-dn.ts'
import { bindFilter } from './bind-filter.ts'
import { fillValue, type Given, givenValue } from './fill-template.ts'
import { findVariables, type Placeholder } from './template.ts'
import type { Canvas, CanvasNode, PostProcessorStep, Variables } from '../canvas.ts'
import type { Problem } from '../problem.ts'

export { findVariables }

export type Substitution =
  | { readonly ok: true; readonly value: Given }
  /** `missing` lists names, `unusable` messages about values that do not fit into the text. */
  | { readonly ok: false; readonly missing: readonly string[]; readonly unusable: readonly string[] }

/**
 * Fills in the variables of plain text. A template that is a single variable keeps the variable's type, lists included.
 * Text in which characters have a special meaning (a DN, a pattern, an expression) is filled in by `bindCanvas`.
 */
export function substitute(template: string, variables: Variables): Substitution {
  const filled = fillValue(template, variables)
  if (filled.ok) return filled
  const isMissing = (placeholder: Placeholder) => {
    const given = givenValue(placeholder, variables)
    return !given.ok && given.faults.some(({ code }) => code === 'missing_variable')
  }
  const missing = findVariables(template).filter(isMissing).map(({ name }) => name) // prettier-ignore
  return { ok: false, missing, unusable: filled.faults.flatMap(({ code, message }) => (code === 'missing_variable' ? [] : [message])) }
}

/**
 * The canvas with all variables filled in: in filter values, scopes and the configs of enabled post-processors. A
 * variable is a value, never syntax. Every missing or unusable variable is reported; its template is left in place.
 */
export function bindCanvas(canvas: Canvas, variables: Variables): { readonly canvas: Canvas; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const nodes = canvas.nodes.map((node, index) => bindNode(node, variables, `nodes.${index}`, problems))
  const post_processors = canvas.post_processors.map((step, index) => bindStep(step, variables, `post_processors.${index}`, problems))
  return { canvas: { ...canvas, nodes, post_processors }, problems }
}

function bindNode(node: CanvasNode, variables: Variables, path: string, problems: Problem[]): CanvasNode {
  const filters = node.filters.map((filter, index) =>
    bindFilter(filter, variables, `${path}.filters.${index}`, (fault, at) => problems.push({ ...fault, node_id: node.id, path: at })),
  )
  if (node.scope_dn === undefined) return { ...node, filters }
  const scope = bindDn(node.scope_dn, variables)
  if (scope.ok) return { ...node, filters, scope_dn: scope.value }
  problems.push(...scope.faults.map((fault) => ({ ...fault, node_id: node.id, path: `${path}.scope_dn` })))
  return { ...node, filters }
}

function bindStep(step: PostProcessorStep, variables: Variables, path: string, problems: Problem[]): PostProcessorStep {
  // A step that does not run must not require any variables.
  if (!step.enabled) return step
  const config = bindConfig(step.config, variables, `${path}.config`, (fault, at) =>
    problems.push({ ...fault, step_id: step.id, path: at }),
  )
  return { ...step, config }
}
