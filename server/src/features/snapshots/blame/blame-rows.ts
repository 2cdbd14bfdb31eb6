import type { BlameReply, RowBlame } from '@heddle/contract/blame.ts'
import { type Blame, type BlamedRow, createBlame, UNKNOWN } from '@heddle/domain/snapshot/blame.ts'
import { cellOf } from '@heddle/domain/values/cells.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { ComparedSnapshots } from '../../archive/index.ts'
import type { BlameRecords } from './blame.service.ts'
import { FORGOTTEN } from './read-span.ts'

/** Who changed a row, as far as records tell. */
export type FindBlame = (row: BlamedRow) => Blame

/** Without records nobody is known. In a comparison that runs backwards, what it adds was removed. */
export function findBlameIn(records: BlameRecords, { isBackwards = false } = {}): FindBlame {
  if (records.source === 'unavailable') return () => UNKNOWN
  const find = createBlame(records)
  return ({ change, dn }) => find({ change: isBackwards ? BACKWARDS[change] : change, dn })
}

const BACKWARDS = { added: 'removed', removed: 'added', changed: 'changed' } as const

/** Every row that differs, as the search for its author needs it. */
export const blamedRows = ({
  added,
  removed,
  changed,
}: Pick<ComparedSnapshots, 'added' | 'removed' | 'changed'>): BlamedRow[] => [
  ...added.map((row) => ({ change: 'added' as const, dn: dnOf(row) })),
  ...removed.map((row) => ({ change: 'removed' as const, dn: dnOf(row) })),
  ...changed.map(({ key, row = key }) => ({ change: 'changed' as const, dn: dnOf(row) })),
]

export function dnOf(row: Row): string | undefined {
  const dn = cellOf(row, 'dn')
  return typeof dn === 'string' && dn !== '' ? dn : undefined
}

export const presentBlame = ({ status, entries, more }: Blame): RowBlame => ({
  status,
  entries: entries.map(({ atMs, ...entry }) => ({
    at: timestamp(new Date(atMs)),
    ...entry,
  })),
  more,
})

export function presentSource(read: BlameRecords): BlameReply {
  if (read.source === 'unavailable')
    return { source: read.source, reason: read.reason, message: read.message, records: 0 }
  const { reason = null, message = null } = read.isWhole ? {} : FORGOTTEN
  return { source: read.source, reason, message, records: read.records.length }
}
