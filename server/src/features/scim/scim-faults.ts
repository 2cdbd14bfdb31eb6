import type { ScimFault, ScimType } from '@heddle/domain/scim/faults.ts'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import { noMessages } from '../../kernel/field-messages.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'

/** Throws all faults of a request, under the type of the first one. */
export function refuseFaults(faults: readonly ScimFault[]): void {
  const [first] = faults
  if (!first) return
  const fields = noMessages()
  for (const { field, message } of faults.slice(0, 100)) (fields[field] ??= []).push(message)
  throw new FieldErrors(fields, { scimType: first.type })
}

export const fault = (type: ScimType, field: string, message: string): FieldErrors =>
  new FieldErrors({ [field]: [message] }, { scimType: type })

/** A name, an address or an id that something else has is a conflict here. */
export async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error: unknown) {
    if (error instanceof FieldErrors) throw taken(Object.values(error.fields).flat().join(' '))
    const constraint = uniqueViolation(error)
    if (constraint?.endsWith('_external_id_key')) throw taken('Something else has this externalId.')
    if (constraint === 'groups_name_key') throw taken('Another group has this name.')
    throw error
  }
}

export const taken = (detail: string): Conflict => new Conflict(detail, 'uniqueness')
