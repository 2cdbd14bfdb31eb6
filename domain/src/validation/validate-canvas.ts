import type { ClassModel } from '../mim/model.ts'
import type { Canvas } from '../canvas/canvas.ts'
import { Suggestions } from '../suggest.ts'
import { classProblems, type OtherVersions } from './class-rules.ts'
import { edgeProblems } from './edge-rules.ts'
import { filterProblems, localFilterWarnings } from './filter-rules.ts'
import { graphProblems } from './graph-rules.ts'
import { largeClassWarnings, type Sizes } from './large-class-rule.ts'
import { MOST_PROBLEMS, type Problem } from '../canvas/problem.ts'
import { scopeProblems } from './scope-rules.ts'
import { stepProblems } from './step-rules.ts'
import { timeRangeProblems } from './time-range-rules.ts'
import { valueWarnings } from './value-rules.ts'

export type ValidationOptions = {
  readonly model: ClassModel
  /** How many objects a class has, as last counted. */
  readonly sizes?: Sizes | undefined
  /** The connections of a merged run, whose rows have `@controller`. */
  readonly merged?: readonly string[] | undefined
  /** Which other imported versions have a class that the model lacks; none if absent. */
  readonly otherVersions?: OtherVersions | undefined
  /** Those of the whole answer, when the canvas is only part of it. */
  readonly suggestions?: Suggestions | undefined
}

export type Validation = { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }

/**
 * All errors and warnings about a canvas at once, up to `MOST_PROBLEMS` of each. The canvas must be parsed and its
 * variables filled in; `prepareQuery` does all of it.
 */
export function validateCanvas(
  canvas: Canvas,
  { model, sizes, merged, otherVersions, suggestions = new Suggestions() }: ValidationOptions,
): Validation {
  const classes = classProblems(canvas, model, suggestions, otherVersions)
  const times = timeRangeProblems(canvas, model)
  const edges = edgeProblems(canvas, model, suggestions)
  const errors = [
    ...graphProblems(canvas),
    ...classes.errors,
    ...scopeProblems(canvas),
    ...times.errors,
    ...filterProblems(canvas, model, suggestions),
    ...edges.errors,
    ...stepProblems(canvas, model, suggestions, merged !== undefined),
  ]
  const warnings = [
    ...classes.warnings,
    ...times.warnings,
    ...edges.warnings,
    ...valueWarnings(canvas, model, suggestions),
    ...localFilterWarnings(canvas, model),
    ...largeClassWarnings(canvas, sizes),
  ]
  return { errors: errors.slice(0, MOST_PROBLEMS), warnings: warnings.slice(0, MOST_PROBLEMS) }
}
