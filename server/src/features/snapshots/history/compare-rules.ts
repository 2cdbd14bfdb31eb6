import type { KeyStrategy } from '@heddle/contract/history.ts'
import { type ComparedSide, type DiffRules, keyFieldsOf, resolveStrategy } from '@heddle/domain/snapshot/diff-rules.ts'
import type { UserSnapshotSettings } from '../settings.store.ts'

export type AskedRules = {
  readonly key_fields?: readonly string[] | null | undefined
  readonly ignore_fields?: readonly string[] | null | undefined
}

/**
 * The rules of a comparison: those of the request, else the user's settings. An empty list of key fields counts as
 * absent.
 */
export function comparisonRules(
  { key_fields: keyFields, ignore_fields }: AskedRules,
  settings: UserSnapshotSettings,
  sides: readonly [ComparedSide, ComparedSide],
): DiffRules {
  const ignoreFields = ignore_fields ?? settings.diffIgnoreFields
  if (keyFields && keyFields.length > 0) return { match: { keyFields: [...new Set(keyFields)] }, ignoreFields }
  return { match: resolveStrategy(settings.diffKeyStrategy, ...sides), ignoreFields }
}

/** How the rows were matched, for the reply. */
export function describeMatch(rules: DiffRules): { key_strategy: KeyStrategy | 'key_fields'; key_fields: string[] } {
  const key_fields = [...keyFieldsOf(rules)]
  if (typeof rules.match === 'object') return { key_strategy: 'key_fields', key_fields }
  return { key_strategy: rules.match === 'controller_dn' ? 'dn' : rules.match, key_fields }
}

/** The columns of one side of a comparison. */
export type ComparedColumns = { readonly field: string; readonly columns: readonly string[]; readonly rowCount: number }

const MOST_NAMES = 20

/**
 * Messages about key fields that are not columns. A side without rows may lack one: a class that was empty then has no
 * attributes, and there are no rows to match. At least one side must have it.
 */
export function keyFieldFaults(keyFields: readonly string[], sides: readonly ComparedColumns[]): string[] {
  return keyFields.flatMap((name) => {
    const lacking = sides.filter(({ columns }) => !columns.includes(name))
    const matter = lacking.length === sides.length ? lacking : lacking.filter(({ rowCount }) => rowCount > 0)
    return matter.map(
      ({ field, columns }) =>
        `${name}: expected a column of ${field}, such as ${columns.slice(0, MOST_NAMES).join(', ')}.`,
    )
  })
}
