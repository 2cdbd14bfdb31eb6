import type { KeyStrategy } from '@heddle/contract/history.ts'
import { CONTROLLER_COLUMN } from '../canvas/names.ts'

/**
 * What makes two rows versions of the same row, and which fields are ignored.
 *
 * - `dn`: rows whose `dn` is a text are identified by it, all others by their whole content.
 * - `controller_dn`: the same for rows of merged runs, where a DN and `@controller` together identify an object.
 * - `hash`: all rows are identified by their whole content, so none is ever changed.
 * - `keyFields`: rows are identified by these columns; a missing column is null.
 */
export type DiffRules = {
  readonly match: 'dn' | 'controller_dn' | 'hash' | { readonly keyFields: readonly string[] }
  readonly ignoreFields: readonly string[]
}

/** Fields that change without any configuration change. */
export const DEFAULT_IGNORED_FIELDS: readonly string[] = ['modTs', 'childAction', 'status', 'uid', 'lcOwn']

/** What is known about one side of a comparison. */
export type ComparedSide = { readonly columns: readonly string[]; readonly hasUniqueDns: boolean }

/**
 * How rows are matched if the request has no key fields. Objects of a merged run are unique by controller, so with
 * those of any other run they have no DNs in common that are known to be unique.
 */
export function resolveStrategy(
  strategy: KeyStrategy,
  one: ComparedSide,
  other: ComparedSide,
): Exclude<DiffRules['match'], object> {
  const [merged, alsoMerged] = [isMerged(one), isMerged(other)]
  const byDn = merged && alsoMerged ? 'controller_dn' : 'dn'
  if (strategy === 'dn') return byDn
  return strategy === 'auto' && one.hasUniqueDns && other.hasUniqueDns && merged === alsoMerged ? byDn : 'hash'
}

const isMerged = ({ columns }: ComparedSide): boolean => columns.includes(CONTROLLER_COLUMN)

/** The columns that identify a row; none where its whole content does. */
export function keyFieldsOf({ match }: DiffRules): readonly string[] {
  if (typeof match === 'object') return match.keyFields
  return match === 'dn' ? ['dn'] : match === 'controller_dn' ? ['dn', CONTROLLER_COLUMN] : []
}
