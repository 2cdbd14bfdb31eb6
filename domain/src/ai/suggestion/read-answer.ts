type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The first of these keys that holds a list; the value itself if it is one. Undefined: there is no list. */
export function listUnder(value: unknown, keys: readonly string[]): readonly unknown[] | undefined {
  if (isList(value)) return value
  if (!isFields(value)) return undefined
  return keys.map((key) => value[key]).find(isList)
}

/** The first of these keys that holds a text; empty if none does. */
export function textUnder(fields: Fields, keys: readonly string[]): string {
  return keys.map((key) => fields[key]).find((one) => typeof one === 'string') ?? ''
}
