import type { Wire } from '../../../lib/api/wire.ts'

/** What the address says about a list. */
export type AuditSearch = Readonly<Partial<Record<string, string>>>

export const LOG_FILTERS = [
  'search',
  'category',
  'action',
  'username',
  'user',
  'ip',
  'created_after',
  'created_before',
] as const
export const ATTEMPT_FILTERS = ['username', 'success', 'ip', 'attempted_after', 'attempted_before'] as const

/** The filters of the API that are set, in its words, so that an address of the API works here and the other way. */
export function filtersIn(search: AuditSearch, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = search[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

export const logQuery = (search: AuditSearch): Wire.AuditLogListQuery => ({
  page: pageIn(search),
  ...Object.fromEntries(filtersIn(search, LOG_FILTERS)),
})

export const attemptQuery = (search: AuditSearch): Wire.LoginAttemptListQuery => ({
  page: pageIn(search),
  ...Object.fromEntries(filtersIn(search, ATTEMPT_FILTERS)),
})

export function pageIn({ page }: AuditSearch): number {
  const wanted = Number(page ?? 1)
  return Number.isInteger(wanted) && wanted > 0 ? wanted : 1
}
