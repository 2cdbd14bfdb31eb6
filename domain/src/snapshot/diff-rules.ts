import type { KeyStrategy } from '@heddle/contract/history.ts'

/**
 * What makes two rows versions of one, and what is left out when they are compared.
 *
 * - `dn`: rows with a text as `dn` are known by it, all others by their whole content.
 * - `hash`: all rows are known by their whole content, so none is ever changed.
 * - `keyFields`: rows are known by these columns; one that a row does not have counts as null.
 */
export type DiffRules = {
  readonly match: 'dn' | 'hash' | { readonly keyFields: readonly string[] }
  readonly ignoreFields: readonly string[]
}

/** What changes without anybody changing anything. */
export const DEFAULT_IGNORED_FIELDS: readonly string[] = ['modTs', 'childAction', 'status', 'uid', 'lcOwn']

/** How rows are matched when the request names no key fields. */
export function resolveStrategy(strategy: KeyStrategy, bothHaveUniqueDns: boolean): 'dn' | 'hash' {
  if (strategy === 'auto') return bothHaveUniqueDns ? 'dn' : 'hash'
  return strategy
}
