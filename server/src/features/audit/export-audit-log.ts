import { type ListedEntry, type LogFilter, newestEntryId, walkEntries } from './audit-log.store.ts'
import { searchEntries } from './audit-search.ts'
import type { WalkPlace } from '../../platform/sql/walk-order.ts'
import type { AuditParts } from './audit-parts.ts'

/** A file of entries, read batch after batch. */
export type AuditExport = { readonly name: string; readonly batches: AsyncGenerator<readonly ListedEntry[]> }

/** The maximum number of entries in an export. */
export const EXPORT_ROWS = 10_000

const EXPORT_BATCH = 1_000

/** Reads batch after batch, without holding a transaction open for slow readers. */
async function* walkOn(
  { database }: AuditParts,
  filter: LogFilter,
  newestId: number,
): AsyncGenerator<readonly ListedEntry[]> {
  for (let place: WalkPlace | undefined; ;) {
    const batch = await walkEntries(database.db, filter, { place, newestId }, EXPORT_BATCH)
    yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < EXPORT_BATCH) return
    place = { time: last.createdAt, id: last.id }
  }
}

async function* exportBatches(
  parts: AuditParts,
  filter: LogFilter,
  newestId: number,
): AsyncGenerator<readonly ListedEntry[]> {
  const { database } = parts
  let left = EXPORT_ROWS
  for await (const batch of filter.search === undefined
    ? walkOn(parts, filter, newestId)
    : searchEntries(database, filter, { newestId }, EXPORT_BATCH)) {
    yield batch.slice(0, left)
    left -= batch.length
    if (left <= 0) return
  }
}

export async function exportAuditLog(
  parts: AuditParts,
  filter: LogFilter,
  requested: Readonly<Record<string, string | undefined>>,
): Promise<AuditExport> {
  const { database, audit, clock } = parts
  const newestId = await newestEntryId(database.db)
  await database.transaction((tx) =>
    audit.record(tx, {
      action: 'audit_export',
      description: 'The audit log was exported',
      target: { type: 'audit_log', id: 'export' },
      metadata: { filters: requested, max_rows: EXPORT_ROWS },
    }),
  )
  return {
    name: `audit-log-${clock
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')}.csv`,
    batches: exportBatches(parts, filter, newestId ?? 0),
  }
}
