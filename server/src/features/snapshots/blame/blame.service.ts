import type { SpanOfRecords } from '@heddle/domain/fabric/audit-records.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { LogsService } from '../../executions/index.ts'
import { findBlame, keepBlame } from './blame.store.ts'
import { partOfSpan, type SharedSpan } from './shared-span.ts'
import { readSpan, type BlameSpan, type Unread } from './read-span.ts'

export type BlameParts = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'reader'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly clock: Clock
}

/** The audit records between two captures, or why none are known. */
export type BlameRecords =
  | ({ readonly source: 'kept' | 'read' } & SpanOfRecords)
  | { readonly source: 'unavailable'; readonly reason: string; readonly message: string }

export type BlameSide = Pick<
  SnapshotRow,
  'controllerConnectionId' | 'controllerConnectionIds' | 'capturedAt' | 'executionId'
> & {
  /** Null for the fabric as it is now, of which nothing is kept. */
  readonly id: string | null
}

/** All requests of one comparison together. */
const DEADLINE_MS = 30 * SECOND

/** Reads who changed what between two captures: kept records first, else from the controller, once. */
export async function recordsBetween(
  parts: BlameParts,
  one: BlameSide,
  other: BlameSide,
  signal: AbortSignal,
  shared?: SharedSpan,
): Promise<BlameRecords> {
  const [a, b] = one.capturedAt <= other.capturedAt ? [one, other] : [other, one]
  const pair = a.id === null || b.id === null ? undefined : { a: a.id, b: b.id }
  const kept = pair && (await findBlame(parts.database.db, pair))
  if (kept) return { source: 'kept', ...kept }
  const connection = a.controllerConnectionId
  if (a.controllerConnectionIds !== null || b.controllerConnectionIds !== null)
    return unavailable('merged', 'Rows of merged runs come from several controllers.')
  if (connection !== b.controllerConnectionId)
    return unavailable('several_connections', 'The captures are of different connections.')
  const reader = await parts.connections.reader(connection)
  if (reader === undefined) return unavailable('no_connection', 'The connection was deleted.')
  const until = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
  const { clock } = parts
  const span = await spanOf(parts, a, b)
  const readOne = (whole: BlameSpan) =>
    readSpan({ reader, span: whole, nowMs: () => clock.now().getTime(), signal: until })
  const read =
    shared && isWithin(span, shared.span) ? partOfSpan(await shared.read(readOne), span) : await readOne(span)
  if (!read.ok) return unavailable(read.reason, read.message)
  // A snapshot that was deleted meanwhile has nothing to keep it with.
  if (pair) await keepBlame(parts.database.db, pair, read, clock.now()).catch(() => undefined)
  return { source: 'read', records: read.records, isWhole: read.isWhole }
}

const isWithin = (part: BlameSpan, whole: BlameSpan): boolean => part.fromMs >= whole.fromMs && part.toMs <= whole.toMs

const unavailable = (reason: Unread['reason'], message: string): BlameRecords => ({
  source: 'unavailable',
  reason,
  message,
})

/**
 * From when the earlier run began to read until the later one had read: a capture may have been stored long after its
 * run. Without the log of a run, when it was captured has to do.
 */
async function spanOf({ logs }: BlameParts, a: BlameSide, b: BlameSide): Promise<BlameSpan> {
  const [before, after] = await Promise.all([a, b].map(({ executionId }) => runOf(logs, executionId)))
  return {
    fromMs: Math.min(a.capturedAt.getTime(), before?.startMs ?? Infinity),
    toMs: Math.min(b.capturedAt.getTime(), after?.endMs ?? Infinity),
  }
}

async function runOf(logs: BlameParts['logs'], id: string | null) {
  const run = id === null ? undefined : await logs.findOptional(id)
  if (run === undefined) return undefined
  const startMs = run.executedAt.getTime()
  return { startMs, endMs: run.durationMs === null ? undefined : startMs + run.durationMs }
}
