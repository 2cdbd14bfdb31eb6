import type { Field, FieldValue } from './fields.ts'

/** Of AWX's lookups those that clients here use; any other is refused, so that its absence cannot go unnoticed. */
const LOOKUPS = ['exact', 'icontains', 'gt', 'in'] as const

export type Lookup = (typeof LOOKUPS)[number]

export function isLookup(text: string): text is Lookup {
  return (LOOKUPS as readonly string[]).includes(text)
}

/** The condition of a lookup other than `in`; a missing value matches none of them. */
export function lookUp<T>(
  lookup: Exclude<Lookup, 'in'>,
  { get }: Field<T>,
  read: () => FieldValue,
  text: string,
): (item: T) => boolean {
  if (lookup === 'icontains') {
    const lower = text.toLowerCase()
    return (item) =>
      String(get(item) ?? '')
        .toLowerCase()
        .includes(lower)
  }
  const value = read()
  if (lookup === 'exact') return (item) => get(item) === value
  return (item) => isAbove(get(item), value)
}

const isAbove = (value: FieldValue, limit: FieldValue): boolean => value !== null && limit !== null && value > limit
