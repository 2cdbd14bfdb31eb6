import { useGathered } from '../canvas-context.tsx'
import { type PlacedProblem, problemsOf, type ProblemOwner } from './checks.ts'

/** The problems of one part of the canvas. */
export const useProblemsOf = (part: ProblemOwner): readonly PlacedProblem[] =>
  useGathered((state) => problemsOf(state.checks, part))
