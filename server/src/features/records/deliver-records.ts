import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { SiemCollector, SiemFailure } from '../../adapters/siem/siem-collectors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { type Batch, collectBatch } from './collect-batch.ts'
import type { Naming } from './record-tables.ts'
import type { NoteRecords } from './records.metrics.ts'
import { claimTarget, updateLeased } from './records.store.ts'
import type { TargetRow } from './records.tables.ts'

export type DeliverRecordsParts = {
  readonly database: Database
  readonly naming: () => Promise<Naming>
  readonly note: NoteRecords
  readonly clock: Clock
  readonly logger: Logger
}

/** Longer than an attempt can last, with a margin for clocks that differ: a process that is silent longer is dead. */
const LEASE_MS = MINUTE
/** What is left of the lease when an attempt begins: more than it can last. */
const LEAST_LEFT_MS = 45 * SECOND
/** After the first failure, the second one, and so on. */
const PAUSES_MS = [SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE]

/** Sends what waits for a collector, batch after batch. */
export async function deliverRecords(
  parts: DeliverRecordsParts,
  collector: SiemCollector,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const now = clock.now()
  const lease = { token: randomUUID(), now, until: leaseFrom(now) }
  const claimed = await claimTarget(database.db, collector.target, lease)
  if (!claimed) return
  try {
    await sendAll({ ...parts, collector, signal, token: lease.token }, claimed)
  } finally {
    await updateLeased(database.db, collector.target, lease.token, { leasedUntil: null })
  }
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

type Sending = DeliverRecordsParts & {
  readonly collector: SiemCollector
  readonly signal: AbortSignal
  readonly token: string
}

async function sendAll(sending: Sending, claimed: TargetRow): Promise<void> {
  const { database, naming, collector, signal, token, clock, note } = sending
  const names = await naming()
  let row: TargetRow | undefined = claimed
  let share = 1
  while (row) {
    // A stop ends an attempt; the next process sends the same again.
    if (signal.aborted) return
    if (row.leasedUntil === null || row.leasedUntil.getTime() - clock.now().getTime() < LEAST_LEFT_MS)
      row = await updateLeased(database.db, collector.target, token, { leasedUntil: leaseFrom(clock.now()) })
    if (!row) return
    const batch: Batch = await collectBatch(database, row, share, names)
    if (batch.rows === 0 && isSamePlace(row, batch)) {
      await noteHeld(sending, row, batch.isHeld)
      return
    }
    const taken = batch.events.length === 0 ? NOTHING_TO_TAKE : await collector.send(batch.events, signal)
    if (taken.ok) {
      note.taken(collector.target, batch.events)
      row = await advance(sending, row, batch, taken.refused)
      continue
    }
    if (taken.failure.isTooLarge === true && batch.rows > 1) {
      share /= 2
      continue
    }
    if (isStopped(signal)) return
    note.failed(collector.target)
    await fail(sending, row, taken.failure)
    return
  }
}

/** It may have changed during an attempt. */
const isStopped = (signal: AbortSignal): boolean => signal.aborted

const NOTHING_TO_TAKE = { ok: true, refused: 0 } as const

const isSamePlace = (row: TargetRow, { positions }: Batch): boolean =>
  row.auditPosition === positions.auditPosition &&
  row.signInPosition === positions.signInPosition &&
  row.runFindingPosition === positions.runFindingPosition &&
  row.checkFindingPosition === positions.checkFindingPosition

/** The positions move only here, after the collector has taken everything before them. */
async function advance(
  { database, collector, token, clock, logger }: Sending,
  row: TargetRow,
  { positions, events, isHeld }: Batch,
  refused: number,
): Promise<TargetRow | undefined> {
  const now = clock.now()
  const { auditPosition, signInPosition, runFindingPosition, checkFindingPosition } = positions
  if (row.failingSince !== null) logger.info({ target: collector.target }, 'the collector of records takes them again')
  if (refused > 0) logger.warn({ target: collector.target, refused }, 'the collector refused records for good')
  return updateLeased(database.db, collector.target, token, {
    ...{ auditPosition, signInPosition, runFindingPosition, checkFindingPosition },
    leasedUntil: leaseFrom(now),
    ...{ failures: 0, nextAttemptAt: null, failingSince: null, lastError: null, lastErrorKind: null },
    heldSince: isHeld ? (row.heldSince ?? now) : null,
    sent: row.sent + events.length - refused,
    refused: row.refused + refused,
    ...(events.length > 0 && { lastSentAt: now }),
  })
}

async function noteHeld({ database, collector, token, clock }: Sending, row: TargetRow, isHeld: boolean) {
  if (isHeld === (row.heldSince !== null)) return
  await updateLeased(database.db, collector.target, token, { heldSince: isHeld ? clock.now() : null })
}

/** Other processes may reach the collector, so the lease is given back, too. */
async function fail(
  { database, collector, token, clock, logger }: Sending,
  row: TargetRow,
  { kind, message, retryAfterMs = 0 }: SiemFailure,
): Promise<void> {
  const now = clock.now()
  if (row.failingSince === null)
    logger.warn({ target: collector.target, reason: message }, 'the collector of records takes none; they wait')
  const pauseMs = Math.max(PAUSES_MS[Math.min(row.failures, PAUSES_MS.length - 1)]!, retryAfterMs)
  await updateLeased(database.db, collector.target, token, {
    failures: row.failures + 1,
    nextAttemptAt: new Date(now.getTime() + pauseMs),
    failingSince: row.failingSince ?? now,
    lastError: message,
    lastErrorKind: kind,
  })
}
