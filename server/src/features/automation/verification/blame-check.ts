import type { VerificationBlame } from '@heddle/contract/automation.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import { authorsOf } from '@heddle/domain/snapshot/blame.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { findSnapshot } from '../../archive/index.ts'
import type { LogsService } from '../../executions/index.ts'
import type { JudgedRows } from '../../row-work/index.ts'
import type { History } from '../../snapshots/index.ts'
import type { CheckedRowBlame } from '../automation.tables.ts'
import type { PendingCheck } from './verifications.store.ts'

type SnapshotRow = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>

export type BlameCheckParts = {
  readonly history: Pick<History, 'blameBetween'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly findSnapshot: (id: string) => Promise<SnapshotRow | undefined>
  readonly clock: Clock
}

/** What is kept with a check: counts for its readers, and each row as JSON. */
export type CheckBlame = { readonly summary: VerificationBlame; readonly rows: string }

type Found = Pick<JudgedRows, 'changed'> & { readonly executionId: string | null }

const MOST_PEOPLE = 20
/** With all their records; the rows after these keep their newest one. */
const MOST_WHOLE_ROWS = 1_000
const LONGEST_TEXT = 500

/**
 * Who changed the rows that differ, between the reading that gave them and that of the check; null if none differs. It
 * is read at once, because a controller forgets, and kept, because a proof must not change.
 */
export async function blameCheck(
  parts: BlameCheckParts,
  check: PendingCheck,
  { changed, executionId }: Found,
  signal: AbortSignal,
): Promise<CheckBlame | null> {
  if (changed.length === 0 || check.selection === null) return null
  const { controllerConnection, mergedConnections } = check.selection
  const sides = {
    controllerConnectionId: controllerConnection,
    controllerConnectionIds: mergedConnections === undefined ? null : [...mergedConnections],
    id: null,
  }
  if (changed.every(({ dn }) => dn === undefined)) return nobodyKnown(changed, NO_DN)
  const read = await firstReading(parts, check)
  if (read === undefined) return nobodyKnown(changed, NO_RUN)
  const to = { ...sides, capturedAt: parts.clock.now(), executionId }
  return checkBlame(
    changed,
    await parts.history.blameBetween({ from: { ...sides, ...read }, to, rows: changed }, signal),
  )
}

const UNKNOWN: RowBlame = { status: 'unknown', entries: [], more: false }
const NO_RUN = {
  reason: 'no_run',
  message: 'It is no longer known when the rows were read: the run or the capture that gave them was deleted.',
} as const
const NO_DN = {
  reason: 'no_dn',
  message: 'The rows have no column dn, by which audit records are found: keep it in the result of the query.',
} as const

const nobodyKnown = (changed: Found['changed'], why: typeof NO_RUN | typeof NO_DN): CheckBlame =>
  checkBlame(changed, { source: { source: 'unavailable', records: 0, ...why }, rows: changed.map(() => UNKNOWN) })

/** When the rows of the request were read; those of a comparison are as in the later capture. */
async function firstReading({ logs, findSnapshot: find }: BlameCheckParts, { source, createdAt }: PendingCheck) {
  if (source?.type === 'saved_query') {
    const run = source.execution === null ? undefined : await logs.findOptional(source.execution)
    return run && { capturedAt: createdAt, executionId: run.id }
  }
  const id = source?.snapshot_b ?? source?.snapshot ?? null
  const snapshot = id === null ? undefined : await find(id)
  return snapshot && { capturedAt: snapshot.capturedAt, executionId: snapshot.executionId }
}

type Blamed = Awaited<ReturnType<History['blameBetween']>>

function checkBlame(changed: Found['changed'], { source, rows }: Blamed): CheckBlame {
  const withStatus = (status: RowBlame['status']) => rows.filter((row) => row.status === status).length
  const summary = {
    ...source,
    people: authorsOf(rows).slice(0, MOST_PEOPLE),
    changed: changed.length,
    nobody: withStatus('none'),
    unknown: withStatus('unknown'),
  }
  const kept = rows.map((row, at) => JSON.stringify(storable(keptRow(changed[at]!.index, row, at < MOST_WHOLE_ROWS))))
  return { summary: storable(summary), rows: `[${kept.join(',')}]` }
}

function keptRow(index: number, { status, entries, more }: RowBlame, isWhole: boolean): CheckedRowBlame {
  const some = isWhole ? entries : entries.slice(0, 1)
  return {
    index,
    status,
    entries: some.map((entry) => ({ ...entry, changes: shortened(entry.changes) })),
    more: more || some.length < entries.length,
  }
}

const shortened = (text: string): string => (text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`)
