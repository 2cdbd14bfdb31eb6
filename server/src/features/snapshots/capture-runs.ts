import type { CaptureBody, RetentionPolicy } from '@heddle/contract/history.ts'
import { expiresAt } from '@heddle/domain/snapshot/retention.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import {
  isOfSavedQuery,
  type LogsService,
  type PackedRows,
  type QueryRun,
  type ResultsService,
  type RunsService,
} from '../executions/index.ts'
import { presentConnections } from '../planning/index.ts'
import { isPartial } from '../run-engine/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import {
  type SnapshotArchive,
  type Captured,
  findSnapshot,
  type NamedSnapshot,
  type OnCommit,
} from '../archive/index.ts'
import type { AskedRules } from './history/compare-rules.ts'
import { type CaptureSource, createCaptureOrders, PARTIAL } from './read-capture-request.ts'
import { readSettings } from './settings.store.ts'

type Dependencies = {
  readonly database: Database
  readonly archive: SnapshotArchive
  readonly runs: Pick<RunsService, 'execute'>
  readonly results: Pick<ResultsService, 'requireReader' | 'areDeleted' | 'chunks' | 'moveTo'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly audit: Audit
  readonly clock: Clock
}

export type CaptureRequest = {
  readonly run: QueryRun
  readonly rows: AsyncIterable<PackedRows> | Iterable<PackedRows>
  /** The user who captures, and whose settings apply. */
  readonly by: { readonly id: number; readonly username: string }
  /** Null: the default policy of the user. */
  readonly policy: RetentionPolicy | null
  readonly annotation: string | null
  /** Instead of what the settings of the user say. */
  readonly rules?: AskedRules
  readonly signal: AbortSignal
  readonly onCommit?: OnCommit
}

export type CaptureRun = ReturnType<typeof createCaptureRun>

/** Stores the rows of a run as a snapshot and removes them from the run's log, which reads them from there. */
export function createCaptureRun({ database, archive, results, queries, audit, clock }: Dependencies) {
  const note =
    ({ by }: CaptureRequest, { savedQueryName, ...run }: QueryRun): OnCommit =>
    (tx, { snapshot }) =>
      audit.record(tx, {
        action: 'snapshot_capture',
        description: `A snapshot of saved query "${savedQueryName ?? run.savedQueryId}" was created`,
        target: { type: 'snapshot', id: snapshot.id },
        metadata: {
          saved_query: run.savedQueryId,
          ...presentConnections(run),
          execution: run.id,
          row_count: snapshot.rowCount,
          retention_policy: snapshot.retentionPolicy,
        },
        actor: { userId: by.id, username: by.username },
      })

  return async (request: CaptureRequest): Promise<Captured> => {
    const { run, rows, by, policy, annotation, rules = {}, signal, onCommit } = request
    const settings = await readSettings(database.db, by.id)
    const retentionPolicy = policy ?? settings.defaultRetentionPolicy
    const now = clock.now()
    const order = {
      savedQueryId: run.savedQueryId,
      controllerConnectionId: run.controllerConnectionId,
      controllerConnectionIds: run.controllerConnectionIds,
      rows,
      columns: run.columns ?? [],
      rules: {
        strategy: settings.diffKeyStrategy,
        keyFields: rules.key_fields ?? null,
        ignoreFields: rules.ignore_fields ?? settings.diffIgnoreFields,
      },
      facts: {
        executionId: run.id,
        savedQueryVersion: run.savedQueryVersion,
        className: run.className,
        capturedAt: now,
        capturedById: by.id,
        capturedBy: by.username,
        retentionPolicy,
        expiresAt: expiresAt(retentionPolicy, now),
        annotation,
      },
    }
    try {
      return await archive.capture(order, signal, async (tx, captured) => {
        await onCommit?.(tx, captured)
        await results.moveTo(tx, run.id, captured.snapshot.id)
        await note(request, run)(tx, captured)
      })
    } catch (error) {
      if (await queries.find(run.savedQueryId)) throw error
      throw new FieldErrors({ saved_query: ['This saved query was deleted during the capture.'] })
    }
  }
}

/** Snapshots that users capture themselves. */
export function createCaptures(dependencies: Dependencies & { readonly captureRun: CaptureRun }) {
  const { database, runs, results, logs, captureRun } = dependencies
  const readOrder = createCaptureOrders(dependencies)

  /** Runs the query and returns the run with its rows. A failed run leaves only its log. */
  async function runNow(caller: Caller, { savedQuery, connections, variables }: QuerySource, signal: AbortSignal) {
    const { id, ending, chunks } = await runs.execute(caller, savedQuery, { ...connections, variables }, signal)
    const run = await logs.findOptional(id)
    if (ending.status !== 'success' || !run || !isOfSavedQuery(run))
      throw refusal(ending.errorMessage ?? 'The run failed.', id)
    if (ending.warnings.some(isPartial)) throw refusal(PARTIAL, id)
    return { run, rows: chunks }
  }

  return {
    /** Stores nothing if the client disconnects before the snapshot is complete. */
    capture: async (
      caller: Caller,
      body: CaptureBody,
      faults: FieldMessages,
      signal: AbortSignal,
    ): Promise<NamedSnapshot> => {
      const source = await readOrder(caller, body, faults)
      const { run, rows } =
        source.kind === 'run'
          ? { run: source.run, rows: results.chunks(source.run) }
          : await runNow(caller, source, signal)
      const policy = body.retention_policy ?? null
      const annotation = body.annotation || null
      const { snapshot } = await captureRun({ run, rows, by: caller, policy, annotation, signal })
      return orNotFound(await findSnapshot(database.db, snapshot.id))
    },
  }
}

type QuerySource = Extract<CaptureSource, { kind: 'query' }>

const refusal = (message: string, execution: string): FieldErrors =>
  new FieldErrors({ non_field_errors: [message], execution_id: [execution] })
