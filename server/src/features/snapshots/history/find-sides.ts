import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, hasError } from '../../../kernel/field-messages.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import type { FoundExecution } from '../../executions/index.ts'
import { keyFieldFaults } from './compare-rules.ts'
import { MISSING } from './not-found-when-gone.ts'

/** A field of the request that names a snapshot, its value, and what it may be. */
export type Named = { readonly field: string; readonly id: string; readonly expected: string }
type Sides = {
  readonly find: (id: string) => Promise<SnapshotRow | undefined>
  /** The run with this id, which somebody took for a snapshot. */
  readonly findRun: (id: string) => Promise<FoundExecution | undefined>
}
type Found<N extends readonly Named[]> = { readonly [Place in keyof N]: SnapshotRow }

export const AN_ID = 'an id (UUID)'

/** Finds the snapshots of a comparison. One 400 lists every fault of the request, including those already known. */
export async function findSides<const N extends readonly Named[]>(
  { find, findRun }: Sides,
  named: N,
  keyFields: readonly string[] | null | undefined,
  known: FieldMessages,
): Promise<Found<N>> {
  const faults: FieldMessages = { ...known }
  const found: { readonly field: string; readonly row: SnapshotRow }[] = []
  for (const { field, id, expected } of named) {
    if (hasError(known, field)) continue
    const row = isUuid(id) ? await find(id.toLowerCase()) : undefined
    if (row) found.push({ field, row })
    else
      faults[field] = [
        isUuid(id) ? missing(await findRun(id.toLowerCase())) : `${id.slice(0, 60)}: expected ${expected}.`,
      ]
  }
  const sides = found.map(({ field, row: { columns, rowCount } }) => ({ field, columns, rowCount }))
  // While the other side is unknown, a side without rows proves nothing.
  const judged = sides.length > 1 ? sides : sides.filter(({ rowCount }) => rowCount > 0)
  const messages = hasError(known, 'key_fields') ? [] : keyFieldFaults(keyFields ?? [], judged)
  if (messages.length > 0) faults.key_fields = messages
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return found.map(({ row }) => row) as unknown as Found<N>
}

function missing(run: FoundExecution | undefined): string {
  if (!run) return MISSING
  return run.draft
    ? 'This is the run of a draft, which has no snapshots. Save the draft, run the query and capture that run.'
    : 'This is a run, not a snapshot. Capture it first.'
}
