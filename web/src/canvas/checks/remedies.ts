import { applySuggestion } from '@heddle/domain/canvas-editing/suggestions.ts'
import type { CanvasState } from '../canvas-store.ts'
import type { PlacedProblem } from './checks.ts'

/** A name that would be right, and how to put it in its place. */
export type RemedyAction = { readonly name: string; readonly take: () => void }

/** The suggestions of a problem that can take their place in the canvas. */
export function remediesOf(problem: PlacedProblem, getState: () => CanvasState): readonly RemedyAction[] {
  const changesFor = (name: string) => applySuggestion(getState().history.present, problem, name)
  return (problem.suggestions ?? [])
    .filter((name) => changesFor(name).length > 0)
    .map((name) => ({ name, take: () => getState().change(changesFor(name)) }))
}
