import { instantIn } from '../../../lib/time/day-bounds.ts'
import type { Wire } from '../../../lib/api/wire.ts'

export const KINDS = ['pack', 'category', 'queries'] as const
export type Kind = (typeof KINDS)[number]

/** What is to be checked, as its form has it. */
export type StartDraft = {
  readonly kind: Kind
  readonly pack: string
  readonly groups: readonly string[]
  readonly category: string
  readonly queries: readonly string[]
  /** Empty: that of each query. */
  readonly connection: string
  /** `2026-11-22T06:30` in the zone of the user; empty: now. */
  readonly at: string
  readonly values: Readonly<Record<string, string>>
}

/** What an address asks to check. */
export function kindOf(search: Partial<Record<string, string>>): Kind {
  if (search.saved_queries !== undefined) return 'queries'
  return search.category !== undefined && search.pack === undefined ? 'category' : 'pack'
}

/** Only what belongs to the chosen kind is sent; the server says what is missing. */
export function startBody(draft: StartDraft, timeZone: string): Wire.ChecksBody {
  const { kind, pack, groups, category, queries, connection, at, values } = draft
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '')
  return {
    ...(connection !== '' && { controller_connection: connection }),
    ...(at !== '' && { at: instantIn(`${at.slice(0, 16)}:00`, timeZone) }),
    ...(kind === 'category' && category !== '' && { category: Number(category) }),
    ...(kind === 'queries' && { saved_queries: [...queries] }),
    ...(kind === 'pack' && {
      ...(pack !== '' && { pack }),
      ...(groups.length > 0 && { groups: [...groups] }),
      ...(given.length > 0 && { parameters: Object.fromEntries(given) }),
    }),
  }
}
