import type { KeyStrategy } from '@heddle/contract/history.ts'

/**
 * What makes two rows versions of the same row, and which fields are ignored.
 *
 * - `dn`: rows whose `dn` is a text are identified by it, all others by their whole content.
 * - `hash`: all rows are identified by their whole content, so none is ever changed.
 * - `keyFields`: rows are identified by these columns; a missing column is null.
 */
export type DiffRules = {
  readonly match: 'dn' | 'hash' | { readonly keyFields: readonly string[] }
  readonly ignoreFields: readonly string[]
}

/** Fields that change without any configuration change. */
export const DEFAULT_IGNORED_FIELDS: readonly string[] = ['modTs', 'childAction', 'status', 'uid', 'lcOwn']

/** How rows are matched if the request has no key fields. */
export function resolveStrategy(strategy: KeyStrategy, bothHaveUniqueDns: boolean): 'dn' | 'hash' {
  if (strategy === 'auto') return bothHaveUniqueDns ? 'dn' : 'hash'
  return strategy
}
