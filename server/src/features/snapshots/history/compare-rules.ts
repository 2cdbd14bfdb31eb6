import type { KeyStrategy } from '@heddle/contract/history.ts'
import { type DiffRules, resolveStrategy } from '@heddle/domain/snapshot/diff-rules.ts'
import type { UserSnapshotSettings } from '../settings.store.ts'

export type AskedRules = {
  readonly key_fields?: readonly string[] | null | undefined
  readonly ignore_fields?: readonly string[] | null | undefined
}

/** The rules of a comparison: what the request says, then what the user has set. An empty list of key fields says nothing. */
export function rulesOf(
  { key_fields: keyFields, ignore_fields }: AskedRules,
  settings: UserSnapshotSettings,
  bothHaveUniqueDns: boolean,
): DiffRules {
  const ignoreFields = ignore_fields ?? settings.diffIgnoreFields
  if (keyFields && keyFields.length > 0) return { match: { keyFields: [...new Set(keyFields)] }, ignoreFields }
  return { match: resolveStrategy(settings.diffKeyStrategy, bothHaveUniqueDns), ignoreFields }
}

/** How the rows were matched, as the reply tells it. */
export function describeMatch({ match }: DiffRules): { key_strategy: KeyStrategy | 'key_fields'; key_fields: string[] } {
  if (typeof match !== 'string') return { key_strategy: 'key_fields', key_fields: [...match.keyFields] }
  return { key_strategy: match, key_fields: match === 'dn' ? ['dn'] : [] }
}

/** One side of a comparison, as far as its columns go. */
export type Side = { readonly field: string; readonly columns: readonly string[]; readonly rowCount: number }

const MOST_NAMES = 20

/**
 * Messages about key fields that are no columns. A side without rows may lack a column: a class that was empty then has
 * no attributes, and no row of it could be matched anyway. Some side has to have it.
 */
export function keyFieldFaults(keyFields: readonly string[], sides: readonly Side[]): string[] {
  return keyFields.flatMap((name) => {
    const lacking = sides.filter(({ columns }) => !columns.includes(name))
    const matter = lacking.length === sides.length ? lacking : lacking.filter(({ rowCount }) => rowCount > 0)
    return matter.map(({ field, columns }) => `${name}: expected a column of ${field}, such as ${columns.slice(0, MOST_NAMES).join(', ')}.`)
  })
}
