import { DEFAULT_RESOURCE, DEFAULT_SEVERITY, type SavedQuery } from '@heddle/contract/queries.ts'
import { isDeepStrictEqual } from 'node:util'

export const GUIDANCE_KEYS = ['when', 'resource', 'reason', 'severity', 'why', 'remedy', 'links', 'look'] as const
type Guidance = Pick<SavedQuery, (typeof GUIDANCE_KEYS)[number]>

/** Only what a query says about what it finds. */
export const guidanceOf = ({ when, resource, reason, severity, why, remedy, links, look }: Guidance): Guidance => ({
  ...{ when, resource, reason, severity, why, remedy, links, look },
})

export const NO_GUIDANCE: Guidance = {
  ...{ when: null, resource: DEFAULT_RESOURCE, reason: '' },
  ...{ severity: DEFAULT_SEVERITY, why: '', remedy: '', links: [], look: false },
}

/** What a query says about what it finds, without what it does not say. */
export function guidanceGiven(row: {
  readonly [Key in keyof Guidance]?: Guidance[Key] | undefined
}): Partial<Guidance> {
  const given = GUIDANCE_KEYS.filter((key) => row[key] !== undefined && !isDeepStrictEqual(row[key], NO_GUIDANCE[key]))
  return Object.fromEntries(given.map((key) => [key, row[key]]))
}
