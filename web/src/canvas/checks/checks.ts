import { isSameValue, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../lib/api/wire.ts'

export type PlacedProblem = Wire.CanvasProblem & { readonly severity: 'error' | 'warning' }

/** A value that a variable lacks, or has and may not have. */
export type ValueProblem = { readonly name: string; readonly isMissing: boolean; readonly message: string }

/** What is known to be wrong with the canvas on the screen, and what running it would ask of the controller. */
export type CheckState = {
  /** `unchecked`: the server has not been asked yet; `checking`: there are newer edits than its answer. */
  readonly state: 'unchecked' | 'checking' | 'checked' | 'failed'
  /** By node, then thread, then step, in the order of the canvas; errors before warnings. */
  readonly problems: readonly PlacedProblem[]
  /** What somebody has begun and not filled in yet; told once they leave it. */
  readonly unfinished: readonly PlacedProblem[]
  /** What is wrong with the values of variables: their fields say so. */
  readonly values: readonly ValueProblem[]
  /** Null while the canvas is not valid. */
  readonly plan: Wire.PlanReply | null
  /** The canvas that the plan is about: there may be edits since. */
  readonly planned?: WireCanvas
  /** Why the server could not be asked. */
  readonly failure?: string
  /** The columns before each step, in their order; undefined where only a run can tell. */
  readonly columns?: readonly (readonly string[] | undefined)[]
}

export const UNCHECKED: CheckState = { state: 'unchecked', problems: [], unfinished: [], values: [], plan: null }

/** A part of the canvas, by its id. */
export type ProblemOwner = { readonly node?: string; readonly edge?: string; readonly step?: string }

export const problemsOf = (checks: CheckState, part: ProblemOwner): readonly PlacedProblem[] =>
  checks.problems.filter(
    ({ node_id, edge_id, step_id }) =>
      (part.node !== undefined && node_id === part.node && edge_id === undefined) ||
      (part.edge !== undefined && edge_id === part.edge) ||
      (part.step !== undefined && step_id === part.step),
  )

/**
 * The newer checks, with the values of those before where nothing differs: each answer brings other objects, and the
 * parts that show them would be drawn again for nothing.
 */
export function keepChecks(before: CheckState, next: CheckState): CheckState {
  const problems = keepItems(before.problems, next.problems)
  const unfinished = keepItems(before.unfinished, next.unfinished)
  const values = keepItems(before.values, next.values)
  const columns = isSameValue(before.columns, next.columns) ? before.columns : next.columns
  const kept: CheckState = { ...next, problems, unfinished, values, ...(columns && { columns }) }
  const isSame =
    before.state === kept.state &&
    before.problems === problems &&
    before.unfinished === unfinished &&
    before.values === values &&
    before.plan === kept.plan &&
    before.planned === kept.planned &&
    before.failure === kept.failure &&
    before.columns === kept.columns
  return isSame ? before : kept
}

function keepItems<T>(before: readonly T[], next: readonly T[]): readonly T[] {
  const kept = next.map((item) => before.find((known) => isSameValue(known, item)) ?? item)
  return kept.length === before.length && kept.every((item, index) => item === before[index]) ? before : kept
}
