const MOST_OBJECTS = 2
const MOST_VALUES = 8
const MOST_CHARACTERS = 600

/** What teaches: the first entries of each list, and the beginning of a long text. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value
  if (Array.isArray(value)) return value.slice(0, value.every(isScalar) ? MOST_VALUES : MOST_OBJECTS).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]))
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
