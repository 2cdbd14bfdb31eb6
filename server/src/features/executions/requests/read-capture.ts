import type { Database } from '../../../adapters/database/database.ts'
import { parseInstant, timestamp } from '../../../kernel/instants.ts'
import { findSnapshot, retryWhenGone, type SnapshotArchive, type SnapshotRow } from '../../archive/index.ts'
import type { CapturedRows, CaptureOrder } from '../../run-engine/index.ts'
import { readPastRows } from './read-past-rows.ts'

type Parts = { readonly database: Database; readonly archive: Pick<SnapshotArchive, 'newest' | 'rows'> }

/** The snapshot that a run reads beside its controller; undefined if there is none, or no longer. */
export async function readCapture(
  parts: Parts,
  order: CaptureOrder,
  startedAt: Date,
  signal: AbortSignal,
): Promise<CapturedRows | undefined> {
  return retryWhenGone(async () => {
    const found = await findCapture(parts, order, startedAt)
    if (!found) return undefined
    const { columns, rowCount, chunks } = await readPastRows(found, until(signal, parts.archive.rows(found)), [])
    return { columns, rowCount, chunks, capturedAt: timestamp(found.capturedAt) }
  })
}

async function findCapture(
  { database, archive }: Parts,
  { savedQuery, connection, at, id }: CaptureOrder,
  startedAt: Date,
): Promise<SnapshotRow | undefined> {
  if (id === undefined)
    return archive.newest(savedQuery, connection, (at === null ? undefined : parseInstant(at)) ?? startedAt)
  const found = await findSnapshot(database.db, id)
  return found?.savedQueryId === savedQuery && found.controllerConnectionId === connection ? found : undefined
}

async function* until<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
  }
}
