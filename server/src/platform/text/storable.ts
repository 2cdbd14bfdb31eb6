/**
 * The same value with U+FFFD for what the database rejects in texts and JSON: NUL characters and lone surrogates.
 * Result rows keep them, because they are stored as compressed bytes.
 */
export function storable<T>(value: T): T {
  // The shape stays; only texts change.
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), clean(inner)]))
}

const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
