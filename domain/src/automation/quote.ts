const LONGEST = 60

/** A value as messages show it: as JSON, cut where it gets long. */
export function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
