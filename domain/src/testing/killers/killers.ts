import { inFilters } from './filters.ts'
import { inGraphs } from './graphs.ts'
import type { Killer } from './killer.ts'
import { inSteps } from './steps.ts'
import { inText } from './texts.ts'
import { inVariables } from './variables.ts'

/** Every kind of hostile canvas that took, or could take, more than time in proportion to its size. */
export const KILLERS: readonly Killer[] = [...inText, ...inFilters, ...inGraphs, ...inSteps, ...inVariables]
