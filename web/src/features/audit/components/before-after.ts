/** A field of what was changed, as text; undefined where it was not there. */
export type FieldChange = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** Of a list of texts or numbers, what is only in one of the two, and how many are in both. */
  readonly items?: ItemChange
}
type ItemChange = {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  readonly kept: number
}

type Values = Readonly<Record<string, unknown>>

/**
 * What an entry says was before and after, field by field; undefined if it says something else. A change sends only
 * what it changes, so a field that is missing after it stayed as it was.
 */
export function fieldChanges(
  content: unknown,
): { readonly changed: readonly FieldChange[]; readonly unchanged: number } | undefined {
  if (!isValues(content) || !('before' in content) || !('after' in content)) return undefined
  const { before, after } = content
  const [old, fresh] = isValues(before) && isValues(after) ? [before, after] : [{ value: before }, { value: after }]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  const changes = fields.map((field) => {
    const items = itemChange(old[field], fresh[field])
    return { field, before: textOf(old[field]), after: textOf(fresh[field]), ...(items && { items }) }
  })
  const changed = changes.filter((change) => change.after !== undefined && change.before !== change.after)
  return { changed, unchanged: changes.length - changed.length }
}

/** Lists such as permissions are long, and differ in little; undefined for anything else. */
function itemChange(before: unknown, after: unknown): ItemChange | undefined {
  if (!isPlainList(before) || !isPlainList(after)) return undefined
  const [old, fresh] = [before.map(String), after.map(String)]
  return {
    removed: old.filter((item) => !fresh.includes(item)),
    added: fresh.filter((item) => !old.includes(item)),
    kept: fresh.filter((item) => old.includes(item)).length,
  }
}

const isPlainList = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')

export function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
