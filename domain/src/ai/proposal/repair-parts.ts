import type { Problem } from '../../canvas/problem.ts'
import type { WireObject } from '../../canvas/wire.ts'
import type { CheckParts } from './check-parts.ts'
import { plainRemedy } from './name-class.ts'
import type { ProposedPart } from './parts.ts'
import { namedProperty, proposedPartAt, placeIn, valueAt, withValueAt } from './problem-place.ts'

/** Only the first problems of an answer have suggestions, so that more come to light once these are repaired. */
const MOST_ROUNDS = 6

/** Repairs what has one plain remedy by the validator's own suggestions; the rest stays as it is. */
export function repairParts(parts: readonly ProposedPart[], check: CheckParts): readonly ProposedPart[] {
  let repaired = parts
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = repaired
    for (const problem of check(repaired)) repaired = repairOne(repaired, problem)
    if (repaired === before) break
  }
  return repaired
}

function repairOne(parts: readonly ProposedPart[], problem: Problem): readonly ProposedPart[] {
  const part = proposedPartAt(problem, parts)
  const after = part?.after && remedied(part.after, problem)
  return part && after ? parts.map((one) => (one === part ? { ...part, after } : one)) : parts
}

function remedied(part: WireObject, problem: Problem): WireObject | undefined {
  const place = placeIn(problem)
  if (place.length === 1 && place[0] === 'properties') return remediedProperty(part, problem)
  const value = valueAt(part, place)
  const name = typeof value === 'string' ? plainRemedy(value, problem.suggestions) : undefined
  // The path of a column may lead to a text that only contains it.
  const isName = typeof value === 'string' && problem.message.includes(value)
  return name === undefined || name === value || !isName ? undefined : withValueAt(part, place, name)
}

function remediedProperty(part: WireObject, problem: Problem): WireObject | undefined {
  const { properties } = part
  const wrong = namedProperty(problem, properties)
  const name = wrong === undefined ? undefined : plainRemedy(wrong, problem.suggestions)
  if (name === undefined || !Array.isArray(properties)) return undefined
  return {
    ...part,
    properties: [...new Set(properties.map((property: unknown) => (property === wrong ? name : property)))],
  }
}
