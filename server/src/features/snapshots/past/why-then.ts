import type { WhyThen } from '@heddle/contract/why.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { retryWhenGone, type SnapshotArchive, type SnapshotRow } from '../../archive/index.ts'
import { type LogsService, mayReadRows } from '../../executions/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'

export type WhyThenParts = {
  readonly reading: Pick<SnapshotReading, 'findSnapshot' | 'snapshotsOf'>
  readonly archive: Pick<SnapshotArchive, 'find'>
  readonly logs: Pick<LogsService, 'findOptional'>
}

export type WhyThenOrder = { readonly snapshot: string; readonly dn: string; readonly controller: string | undefined }

/** Captures that are looked at in each direction. */
const MOST_CAPTURES = 100
/** More captures of a query on a connection than any policy keeps. */
const ALL = 1_000_000

/**
 * What a capture can say of an object: whether it had a row, what that was made of, and since when. What dropped an
 * object is not kept; that is asked of the fabric as it is now, with what `asked` says.
 */
export async function whyThen(parts: WhyThenParts, actor: Actor, order: WhyThenOrder): Promise<WhyThen> {
  const { reading, archive } = parts
  return retryWhenGone(async () => {
    const snapshot = await reading.findSnapshot(order.snapshot)
    const around = await capturesAround(reading, snapshot)
    const rows = await archive.find([...around.earlier, snapshot, ...around.later], order.dn, order.controller)
    const row = rows.get(snapshot.id)
    const isOther = ({ id }: SnapshotRow) => rows.has(id) !== rows.has(snapshot.id)
    const [before, after] = [around.earlier.find(isOther), around.later.find(isOther)]
    return {
      ...{ dn: order.dn, snapshot: snapshot.id, captured_at: timestamp(snapshot.capturedAt) },
      ...{ saved_query: snapshot.savedQueryId, saved_query_version: snapshot.savedQueryVersion },
      ...{ present: row !== undefined, row: row ?? null, objects: row ? objectsOf(row) : [] },
      ...{ before: placeOf(before), after: placeOf(after) },
      asked: await askedOf(parts, actor, snapshot),
    }
  })
}

/** Of the same query on the same connection, the nearest first. */
async function capturesAround(reading: WhyThenParts['reading'], { id, ...snapshot }: SnapshotRow) {
  const { savedQueryId, controllerConnectionId: connection, capturedAt } = snapshot
  const others = (found: readonly SnapshotRow[]) => found.filter((one) => one.id !== id)
  const earlier = await reading.snapshotsOf(savedQueryId, { connection, to: capturedAt, limit: MOST_CAPTURES + 1 })
  const later = await reading.snapshotsOf(savedQueryId, { connection, from: capturedAt, limit: ALL })
  return { earlier: others(earlier), later: others(later).reverse().slice(0, MOST_CAPTURES) }
}

const placeOf = (snapshot: SnapshotRow | undefined) =>
  snapshot ? { snapshot: snapshot.id, at: timestamp(snapshot.capturedAt) } : null

/** What a row says of the objects that it comes from. */
const objectsOf = (row: Row): string[] => [
  ...new Set(
    Object.entries(row).flatMap(([column, value]) =>
      (column === 'dn' || column.endsWith('.dn')) && typeof value === 'string' && value !== '' ? [value] : [],
    ),
  ),
]

async function askedOf({ logs }: WhyThenParts, actor: Actor, snapshot: SnapshotRow): Promise<WhyThen['asked']> {
  const { controllerConnectionIds: merged, controllerConnectionId: connection, executionId } = snapshot
  const run = executionId === null ? undefined : await logs.findOptional(executionId)
  // Values of variables are for those who may read the rows of the run.
  const variables = run && mayReadRows(actor, run) ? { variables: run.variables } : {}
  return merged === null
    ? { controller_connection: connection, ...variables }
    : { controller_connections: [...merged], merge: true, ...variables }
}
