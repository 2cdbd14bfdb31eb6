import { randomUUID } from 'node:crypto'
import { SECOND } from '../../kernel/durations.ts'
import { foreignKeyViolation } from '../../platform/sql/constraint-errors.ts'
import {
  type Capture,
  type Captured,
  CaptureLost,
  type SnapshotOrder,
  type OnCommit,
  type ArchiveContext,
} from './archive-types.ts'
import { deleteCapture, findPrevious, insertCapture, renewCapture } from './captures.store.ts'
import { commitCapture } from './commit-capture.ts'
import { lockLineage, markForSweep, openLineage } from './lineages.store.ts'
import { storeRows } from './store-rows.ts'

const RENEWED_EVERY_MS = 30 * SECOND
/** For processes of the version before: they remove no chunk of the lineage while this capture is open. */
export const NONE_IS_OLDER = -1

/**
 * Stores the rows as they arrive and creates a snapshot of them. When it fails, no part of it is ever visible, and a
 * sweep removes what it had stored.
 */
export async function capture(
  parts: ArchiveContext,
  order: SnapshotOrder,
  signal: AbortSignal,
  onCommit: OnCommit,
): Promise<Captured> {
  signal.throwIfAborted()
  const open = await begin(parts, order)
  const renewal = parts.clock.repeat(() => renew(parts, open.id), RENEWED_EVERY_MS)
  try {
    const stored = await storeRows(parts, open, order.rows, signal)
    signal.throwIfAborted()
    return await commitCapture(parts, open, order, stored, onCommit)
  } catch (error) {
    await abandon(parts, open)
    throw error
  } finally {
    renewal.cancel()
  }
}

async function begin(
  { database, clock }: ArchiveContext,
  { savedQueryId, controllerConnectionId, facts }: SnapshotOrder,
): Promise<Capture> {
  return database.transaction(async (tx) => {
    const lineageId = await openLineage(tx, savedQueryId, controllerConnectionId).catch((error: unknown) => {
      throw foreignKeyViolation(error) === undefined ? error : new CaptureLost()
    })
    const previous = await findPrevious(tx, lineageId, facts.capturedAt)
    const open = { id: randomUUID(), lineageId, previous }
    const [now, held] = [clock.now(), previous === undefined ? [] : [previous.manifestId]]
    const { id } = open
    const holds = { lastChunkId: NONE_IS_OLDER, heldManifestIds: held, heldChunkIds: [] }
    await insertCapture(tx, { id, lineageId, startedAt: now, renewedAt: now, ...holds })
    return open
  })
}

async function renew({ database, clock, logger }: ArchiveContext, id: string): Promise<void> {
  try {
    await renewCapture(database.db, id, clock.now())
  } catch (error) {
    // The next renewal may succeed, and the capture with it.
    logger.warn({ err: error, capture: id }, 'could not renew a capture')
  }
}

/** If the database is down too, the sweep finds the capture by its age. */
async function abandon({ database, logger }: ArchiveContext, { id, lineageId }: Capture): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      if (!(await lockLineage(tx, lineageId))) return
      await deleteCapture(tx, id)
      await markForSweep(tx, lineageId)
    })
  } catch (error) {
    logger.warn({ err: error, capture: id }, 'could not clean up a failed capture; a sweep will')
  }
}
