// Date and time, or a date alone; the offset is optional.
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Parses an ISO 8601 instant; without an offset it is UTC. Undefined when invalid. */
export function parseInstant(text: string): Date | undefined {
  // A plus sign in a query string arrives as a space.
  const match = ISO.exec(text.trim().replace(/ (?=\d{2}:?\d{2}$)/, text.includes('T') ? '+' : ' '))
  if (!match) return undefined
  const iso = match[0].replace(' ', 'T')
  const instant = new Date(match[1] === undefined && iso.includes('T') ? `${iso}Z` : iso)
  const year = instant.getUTCFullYear()
  // The database's calendar has no year 0, and its text form no year after 9999.
  return year >= 1 && year <= 9999 ? instant : undefined
}

/** The wire format of an instant: UTC with milliseconds and `+00:00`. */
export function timestamp(instant: Date): string
export function timestamp(instant: Date | null): string | null
export function timestamp(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString().replace('Z', '+00:00')
}
