import { takeSuggestion } from '@heddle/domain/canvas-editing/take-suggestion.ts'
import type { CanvasState } from '../canvas-store.ts'
import type { PlacedProblem } from '../checks/checks.ts'
import type { Remedy } from './form-context.ts'

/** The suggestions of a problem that can take their place in the canvas. */
export function remediesOf(problem: PlacedProblem, getState: () => CanvasState): readonly Remedy[] {
  const canvas = getState().history.present
  return (problem.suggestions ?? []).flatMap((name) =>
    takeSuggestion(canvas, problem, name) === undefined ? [] : { name, take: () => take(problem, name, getState()) },
  )
}

function take(problem: PlacedProblem, name: string, { history, change }: CanvasState): void {
  const taken = takeSuggestion(history.present, problem, name)
  if (taken) change([taken])
}
