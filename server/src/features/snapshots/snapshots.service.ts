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
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { LogsService, ResultFormat, ResultsService, RunsService } from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { UsersService } from '../users/index.ts'
import {
  type Archive,
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
import { createCaptures, createCaptureRun } from './capture-runs.ts'
import { createScheduledCaptures } from './capture-scheduled.ts'
import { createCleanup } from './cleanup.ts'
import { createSnapshotSettings } from './settings.service.ts'
import { measureCaptures } from './snapshots.metrics.ts'
import { createSnapshotReading } from './snapshots.reading.ts'

type Dependencies = {
  readonly database: Database
  readonly archive: Archive
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
  readonly clock: Clock
  readonly logger: Logger
}

export type SnapshotsService = ReturnType<typeof createSnapshotsService>

export function createSnapshotsService(dependencies: Dependencies) {
  const { database, archive, audit } = dependencies
  const reading = createSnapshotReading(dependencies)
  const captureRun = measureCaptures(dependencies.metrics, createCaptureRun(dependencies))

  const note = (
    tx: Executor,
    action: AuditAction,
    { id, savedQueryId }: SnapshotRow,
    description: string,
    content?: unknown,
  ) =>
    audit.record(tx, {
      action,
      description,
      target: { type: 'snapshot', id },
      metadata: { saved_query: savedQueryId },
      content,
    })

  /** The snapshot, if the caller may change it: the user who captured it, operators and administrators. */
  async function findOwn(tx: Executor, caller: Caller, id: string): Promise<SnapshotRow> {
    const row = orNotFound(await findSnapshot(tx, id))
    requireOwnerOrManager(caller, row.capturedById)
    return row
  }

  async function change(
    caller: Caller,
    id: string,
    changed: Parameters<typeof updateSnapshot>[2],
    [action, description]: readonly [AuditAction, string],
  ): Promise<NamedSnapshot> {
    return database.transaction(async (tx) => {
      const { lineageId } = await findOwn(tx, caller, id)
      // Wait for a clean-up in progress: it decides by the state it has read.
      await lockLineage(tx, lineageId)
      await note(tx, action, orNotFound(await updateSnapshot(tx, id, changed)), description, changed)
      return orNotFound(await findSnapshot(tx, id))
    })
  }

  return {
    ...reading,
    ...createSnapshotSettings(dependencies),
    ...createCaptures({ ...dependencies, captureRun }),
    ...createScheduledCaptures({ ...dependencies, captureRun }),
    ...createCleanup(dependencies),

    list: (filter: SnapshotFilter, page: PageRequest) => listSnapshots(database.db, filter, page),
    listQueries: () => listCapturedQueries(database.db),

    /** Canonical rows as JSON text, in the order of the result. */
    rows: (row: SnapshotRow, range?: RowRange): AsyncIterable<readonly string[]> => archive.rows(row, range),

    /** The same for a file. The data leaves the product, so the audit log records it. */
    exportRows: async (
      caller: Caller,
      row: SnapshotRow,
      format: ResultFormat,
    ): Promise<AsyncIterable<readonly string[]>> => {
      await audit.record(database.db, {
        action: 'results_export',
        description: `${caller.username} exported the rows of a snapshot as ${format.toUpperCase()}`,
        target: { type: 'snapshot', id: row.id },
        metadata: { format, row_count: row.rowCount },
      })
      return archive.rows(row)
    },

    annotate: (caller: Caller, id: string, annotation: string | null) =>
      annotation
        ? change(caller, id, { annotation }, ['snapshot_annotate', 'A snapshot was annotated'])
        : change(caller, id, { annotation: null }, ['snapshot_annotate', 'The annotation of a snapshot was removed']),

    /** A pinned snapshot outlives its policy. */
    pin: (caller: Caller, id: string, pinned: boolean) =>
      change(caller, id, { pinned }, ['snapshot_pin', pinned ? 'A snapshot was pinned' : 'A snapshot was unpinned']),

    remove: async (caller: Caller, id: string): Promise<null> => {
      await database.transaction(
        async (tx) => {
          const row = await findOwn(tx, caller, id)
          if ((await archive.remove(tx, [id])).deleted === 0) throw new NotFound()
          const { capturedAt, capturedBy, rowCount } = row
          await note(tx, 'snapshot_delete', row, 'A snapshot was deleted', { capturedAt, capturedBy, rowCount })
        },
        { retries: 2 },
      )
      return null
    },
  }
}
