import { NEWEST_OF_MAX } from '@heddle/contract/executions.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'

/** Reads `?newest_of=<id>,<id>`; anything but ids, or too many, is a 400. */
export function readNewestOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const ids = [...new Set(text.split(',').flatMap((id) => (id.trim() === '' ? [] : id.trim().toLowerCase())))]
  const faults = ids.filter((id) => !isUuid(id)).map((id) => `${id.slice(0, 60)}: expected the id of a saved query.`)
  if (ids.length > NEWEST_OF_MAX) faults.push(`${ids.length} ids: expected at most ${NEWEST_OF_MAX}.`)
  if (faults.length > 0) throw new FieldErrors({ newest_of: faults.slice(0, 100) })
  return ids
}
