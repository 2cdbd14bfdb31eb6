import { BadQuery } from './bad-query.ts'
import type { FieldKind, FieldValue } from './fields.ts'

/** A value of the query in the field's type. */
export function readValue(name: string, kind: FieldKind, text: string): FieldValue {
  switch (kind) {
    case 'text':
      return text
    case 'boolean':
      return readBoolean(text)
    case 'datetime':
      return readTime(text)
    case 'related':
      if (['none', 'null'].includes(text.toLowerCase())) return null
      return readNumber(text, `Invalid ${name} id: ${text}`)
    case 'integer':
    case 'number':
      return readNumber(text, `Field '${name}' expected a number but got '${text}'.`)
  }
}

function readNumber(text: string, problem: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new BadQuery(problem)
  return value
}

function readBoolean(text: string): boolean {
  if (['true', '1', 't'].includes(text.toLowerCase())) return true
  if (['false', '0', 'f'].includes(text.toLowerCase())) return false
  throw new BadQuery(`Unable to convert "${text}" to boolean`)
}

function readTime(text: string): number {
  // Without a zone the server means UTC.
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  if (Number.isNaN(time))
    throw new BadQuery(
      `“${text}” value has an invalid format. It must be in YYYY-MM-DD HH:MM[:ss[.uuuuuu]][TZ] format.`,
    )
  return time
}
