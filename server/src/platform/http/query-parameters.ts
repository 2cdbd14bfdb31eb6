import { FieldErrors } from './errors.ts'

export type Order<Field extends string> = { readonly field: Field; readonly descending: boolean }

/** Reads `?ordering=-updated_at,name`; an unknown field is a 400 that names the known ones. */
export function parseOrdering<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
  fallback: readonly Order<Field>[],
): readonly Order<Field>[] {
  if (text === undefined || text.trim() === '') return fallback
  return text.split(',').map((part) => {
    const descending = part.trim().startsWith('-')
    const name = part.trim().replace(/^-/, '')
    const field = fields.find((known) => known === name)
    if (field === undefined) throw new FieldErrors({ ordering: [`${name}: expected one of: ${fields.join(', ')}.`] })
    return { field, descending }
  })
}

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

/** An instant from a query parameter, or a 400 on that parameter. */
export function instantParameter(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (!instant) throw new FieldErrors({ [name]: [`${text.slice(0, 60)}: expected an ISO 8601 date and time.`] })
  return instant
}

/** The wire format of an instant: UTC with milliseconds and `+00:00`. */
export function timestamp(instant: Date): string
export function timestamp(instant: Date | null): string | null
export function timestamp(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString().replace('Z', '+00:00')
}
