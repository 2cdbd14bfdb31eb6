import type { Logger } from 'pino'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { NotFound, orNotFound } from '../../kernel/errors.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { laneOf } from '../../kernel/lane.ts'
import { downloadName } from '../../platform/rows/download-name.ts'
import type { TypedColumn } from '../../platform/rows/parquet/column-types.ts'
import type { RowReader } from '../../platform/rows/row-reader.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import {
  exportResults,
  type LogsService,
  type ResultFile,
  type ResultFormat,
  type ResultsService,
  type RunsService,
} from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { UsersService } from '../users/index.ts'
import {
  type SnapshotArchive,
  findSnapshot,
  listCapturedQueries,
  listSnapshots,
  lockLineage,
  type NamedSnapshot,
  type RowRange,
  type SnapshotFilter,
  type SnapshotRow,
  updateSnapshot,
} from '../archive/index.ts'
import { type CaptureRun, createCaptures, createCaptureRun } from './capture-runs.ts'
import { createScheduledCaptures, type ScheduledCaptures } from './capture-scheduled.ts'
import { createCleanup } from './cleanup.ts'
import { createSnapshotSettings } from './settings.service.ts'
import { measureCaptures } from './snapshots.metrics.ts'
import { createSnapshotReading, type SnapshotReading } from './snapshots.reading.ts'

type SnapshotParts = {
  readonly database: Database
  readonly archive: SnapshotArchive
  readonly jobs: Jobs
  readonly events: Events
  readonly users: UsersService
  readonly queries: SavedQueriesService
  readonly connections: ControllerConnectionsService
  readonly runs: RunsService
  readonly results: ResultsService
  readonly logs: LogsService
  readonly schedules: SchedulesService
  readonly audit: Audit
  readonly metrics: Metrics
  readonly rows: RowReader
  readonly clock: Clock
  readonly logger: Logger
  readonly peopleBetween: Parameters<typeof createScheduledCaptures>[0]['peopleBetween']
}

export type SnapshotsService = SnapshotReading &
  ReturnType<typeof createSnapshotSettings> &
  ReturnType<typeof createCaptures> &
  ScheduledCaptures &
  ReturnType<typeof createCleanup> & {
    readonly list: (filter: SnapshotFilter, page: PageRequest) => ReturnType<typeof listSnapshots>
    /** Captures a run for another feature. */
    readonly captureRun: CaptureRun
    readonly listQueries: () => ReturnType<typeof listCapturedQueries>
    /** Canonical rows as lines of JSON, in the order of the result. */
    readonly bytes: (caller: Caller, row: SnapshotRow, range?: RowRange) => AsyncIterable<Buffer>
    /** The same as a file. The data leaves the product, so the audit log records it. */
    readonly exportFile: (
      caller: Caller,
      row: NamedSnapshot,
      format: ResultFormat,
      signal: AbortSignal,
    ) => Promise<ResultFile>
    readonly annotate: (caller: Caller, id: string, annotation: string | null) => Promise<NamedSnapshot>
    /** A pinned snapshot outlives its policy. */
    readonly pin: (caller: Caller, id: string, pinned: boolean) => Promise<NamedSnapshot>
    readonly remove: (caller: Caller, id: string) => Promise<null>
  }

export function createSnapshotsService(parts: SnapshotParts): SnapshotsService {
  const { database, archive, metrics, rows } = parts
  const captureRun = measureCaptures(metrics, createCaptureRun(parts))
  return {
    ...createSnapshotReading(parts),
    ...createSnapshotSettings(parts),
    ...createCaptures({ ...parts, captureRun }),
    ...createScheduledCaptures({ ...parts, captureRun }),
    captureRun,
    ...createCleanup(parts),
    list: (filter, page) => listSnapshots(database.db, filter, page),
    listQueries: () => listCapturedQueries(database.db),
    bytes: (caller, row, range) => rows.bytes(archive.chunks(row, range), { lane: laneOf(caller) }),
    exportFile: (caller, row, format, signal) => exportFile(parts, caller, row, { format, signal }),
    annotate: (caller, id, annotation) =>
      annotation
        ? changeSnapshot(parts, caller, id, { annotation }, ['snapshot_annotate', 'A snapshot was annotated'])
        : changeSnapshot(parts, caller, id, { annotation: null }, [
            'snapshot_annotate',
            'The annotation of a snapshot was removed',
          ]),
    pin: (caller, id, pinned) =>
      changeSnapshot(parts, caller, id, { pinned }, [
        'snapshot_pin',
        pinned ? 'A snapshot was pinned' : 'A snapshot was unpinned',
      ]),
    remove: (caller, id) => removeSnapshot(parts, caller, id),
  }
}

async function exportFile(
  { database, archive, audit, rows }: SnapshotParts,
  caller: Caller,
  row: NamedSnapshot,
  { format, signal }: { readonly format: ResultFormat; readonly signal: AbortSignal },
): Promise<ResultFile> {
  const { columns } = row
  const order = {
    format,
    name: downloadName('snapshot', row.capturedAt),
    columns,
    constants: constantsOf(row),
    by: { lane: laneOf(caller), signal },
  }
  return exportResults(rows, order, async () => {
    await audit.record(database.db, {
      action: 'results_export',
      description: `${caller.username} exported the rows of a snapshot as ${format.toUpperCase()}`,
      target: { type: 'snapshot', id: row.id },
      metadata: { format, row_count: row.rowCount },
    })
    return () => archive.chunks(row)
  })
}

/** When a capture is from, and which fabric, so that the files of many are one table. Rows have names of their own. */
const constantsOf = ({ columns, capturedAt, connectionName }: NamedSnapshot): TypedColumn[] =>
  [
    { name: '@captured_at', type: 'instant' as const, constant: capturedAt },
    ...(connectionName === null ? [] : [{ name: '@controller', type: 'text' as const, constant: connectionName }]),
  ].filter(({ name }) => !columns.includes(name))

async function changeSnapshot(
  { database, audit }: SnapshotParts,
  caller: Caller,
  id: string,
  changed: Parameters<typeof updateSnapshot>[2],
  [action, description]: readonly [AuditAction, string],
): Promise<NamedSnapshot> {
  return database.transaction(async (tx) => {
    const { lineageId } = await findOwn(tx, caller, id)
    // Wait for a clean-up in progress: it decides by the state it has read.
    await lockLineage(tx, lineageId)
    const row = orNotFound(await updateSnapshot(tx, id, changed))
    await audit.record(tx, { action, description, ...aboutSnapshot(row), content: changed })
    return orNotFound(await findSnapshot(tx, id))
  })
}

async function removeSnapshot({ database, archive, audit }: SnapshotParts, caller: Caller, id: string): Promise<null> {
  await database.transaction(
    async (tx) => {
      const row = await findOwn(tx, caller, id)
      if ((await archive.remove(tx, [id])).deleted === 0) throw new NotFound()
      const { capturedAt, capturedBy, rowCount } = row
      await audit.record(tx, {
        action: 'snapshot_delete',
        description: 'A snapshot was deleted',
        ...aboutSnapshot(row),
        content: { capturedAt, capturedBy, rowCount },
      })
    },
    { retries: 2 },
  )
  return null
}

/** The snapshot, if the caller may change it: the user who captured it, operators and administrators. */
async function findOwn(tx: Executor, caller: Caller, id: string): Promise<SnapshotRow> {
  const row = orNotFound(await findSnapshot(tx, id))
  requireOwnerOrManager(caller, row.capturedById)
  return row
}

const aboutSnapshot = ({ id, savedQueryId }: SnapshotRow) => ({
  target: { type: 'snapshot', id },
  metadata: { saved_query: savedQueryId },
})
