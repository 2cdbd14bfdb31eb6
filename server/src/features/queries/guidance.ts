import { DEFAULT_SEVERITY, type SavedQuery } from '@heddle/contract/queries.ts'
import { isDeepStrictEqual } from 'node:util'

type Guidance = Pick<SavedQuery, 'severity' | 'why' | 'remedy' | 'links' | 'look'>

export const NO_GUIDANCE: Guidance = { severity: DEFAULT_SEVERITY, why: '', remedy: '', links: [], look: false }

/** What a query says about what it finds, without what it does not say. */
export function guidanceGiven(row: {
  readonly [Key in keyof Guidance]?: Guidance[Key] | undefined
}): Partial<Guidance> {
  const keys = Object.keys(NO_GUIDANCE) as (keyof Guidance)[]
  const given = keys.filter((key) => row[key] !== undefined && !isDeepStrictEqual(row[key], NO_GUIDANCE[key]))
  return Object.fromEntries(given.map((key) => [key, row[key]]))
}
