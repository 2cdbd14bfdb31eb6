import type { Wire } from '../../lib/api/wire.ts'

export type PlacedProblem = Wire.CanvasProblem & { readonly severity: 'error' | 'warning' }

/** What is known to be wrong with the canvas on the screen, and what running it would ask of the controller. */
export type Checks = {
  /** `unchecked`: the server has not been asked yet; `checking`: there are newer edits than its answer. */
  readonly state: 'unchecked' | 'checking' | 'checked' | 'failed'
  /** By node, then thread, then step, in the order of the canvas; errors before warnings. */
  readonly problems: readonly PlacedProblem[]
  /** Null while the canvas is not valid. */
  readonly plan: Wire.PlanReply | null
  /** Why the server could not be asked. */
  readonly failure?: string
  /** The columns before each step, in their order; undefined where only a run can tell. */
  readonly columns?: readonly (readonly string[] | undefined)[]
}

export const UNCHECKED: Checks = { state: 'unchecked', problems: [], plan: null }

export const problemsOf = (
  checks: Checks,
  part: { readonly node?: string; readonly edge?: string; readonly step?: string },
) =>
  checks.problems.filter(
    ({ node_id, edge_id, step_id }) =>
      (part.node !== undefined && node_id === part.node && edge_id === undefined) ||
      (part.edge !== undefined && edge_id === part.edge) ||
      (part.step !== undefined && step_id === part.step),
  )
