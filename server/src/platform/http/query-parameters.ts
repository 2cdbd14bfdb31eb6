import { FieldErrors } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/instants.ts'
import type { Order } from '../../kernel/paging.ts'

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

/** An instant from a query parameter, or a 400 on that parameter. */
export function instantParameter(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (!instant) throw new FieldErrors({ [name]: [`${text.slice(0, 60)}: expected an ISO 8601 date and time.`] })
  return instant
}
