import { inWords } from '../words.ts'
import type { AuditSearch } from './audit-filters.ts'

/** `query management by olga from 10.0.0.1 that say “ports”`; undefined without a filter. Times are given as texts. */
export function filtersInWords(search: AuditSearch, timeOf: (instant: string) => string): string | undefined {
  const { category, action, username, user, ip, search: text } = search
  const since = search.created_after ?? search.attempted_after
  const until = search.created_before ?? search.attempted_before
  const parts = [
    category && `in ${inWords(category)}`,
    action && `with the action ${action}`,
    search.success && (search.success === 'true' ? 'that succeeded' : 'that failed'),
    username && `by ${username}`,
    user && `by the user with id ${user}`,
    ip && `from ${ip}`,
    text && `that say “${text}”`,
    since && `since ${timeOf(since)}`,
    until && `until ${timeOf(until)}`,
  ].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' ')
}
