import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldErrors, Forbidden, NotFound } from '../../platform/http/errors.ts'
import type { PageRequest } from '../../platform/http/pagination.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { EnginePool } from './engine/engine-pool.ts'
import type { ResultChunk, RunInput } from './engine/engine-types.ts'
import { SERVER_STOPPED } from './engine/run-failures.ts'
import { executeRun, type RunResult } from './execute-run.ts'
import {
  countExecutions,
  deleteExpiredExecutions,
  type Ending,
  endExecution,
  type ExecutionFilter,
  findExecution,
  findLostExecutions,
  type FoundExecution,
  insertChunks,
  insertExecution,
  listExecutions,
  readChunks,
} from './executions.store.ts'
import { type Preparation, prepareRun, type RunnableQuery } from './prepare-run.ts'

type Dependencies = {
  readonly database: Database
  readonly queries: SavedQueriesService
  readonly connections: ControllerConnectionsService
  readonly controllers: ControllerPool
  readonly engines: EnginePool
  /** The class model in force: the installed MIM, or the engine's own small one. */
  readonly model: () => ClassModel
  readonly limits: { readonly maxResultRows: number; readonly maxHeapBytes: number; readonly syncTimeoutMs: number }
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

export type ExecutionsService = ReturnType<typeof createExecutionsService>

/** `execute` answers at most this many rows; all of them are in the results export. */
export const ANSWERED_ROWS = 10_000
const DEFAULT_RETENTION_DAYS = 30
const CLEANUP_BATCH = 500
// What ending and storing a run may take beyond its deadline.
const STORING_MS = 2 * MINUTE
const FAR_AHEAD_MS = 3650 * DAY

export function createExecutionsService(dependencies: Dependencies) {
  const { database, queries, connections, controllers, engines, model, limits, audit, clock, logger } = dependencies
  const stopping = new AbortController()

  async function prepare(
    caller: Caller,
    id: string,
    body: ExecuteBody & ValidateBody,
  ): Promise<{ query: RunnableQuery & { version: number }; connection: string; prepared: Preparation }> {
    const row = await queries.get(caller, id)
    const query = { ...row, version: row.currentVersion }
    const connection = (body.controller_connection ?? row.controllerConnectionId).toLowerCase()
    if (body.controller_connection != null && !(await connections.find(connection))) {
      throw new FieldErrors({ controller_connection: ['This connection does not exist.'] })
    }
    const prepared = await prepareRun(query, {
      connection,
      variables: body.variables ?? {},
      skipPostProcessors: body.skip_post_processors ?? false,
      model: model(),
      maxResultRows: limits.maxResultRows,
      findQuery: (other) => queries.find(other),
    })
    return { query, connection, prepared }
  }

  async function clientOf(connection: string) {
    const row = await connections.find(connection)
    return row && controllers.client(connections.targetOf(row))
  }

  /** Writes the log, runs, and writes how it ended. */
  async function run(caller: Caller, query: RunnableQuery & { version: number }, input: RunInput, body: ExecuteBody, cancel: AbortSignal) {
    const startedAt = clock.now()
    const id = randomUUID()
    await database.transaction((tx) =>
      insertExecution(
        tx,
        {
          id,
          savedQueryId: query.id,
          savedQueryVersion: query.version,
          controllerConnectionId: input.connection,
          userId: caller.id,
          username: caller.username,
          trigger: 'manual',
          status: 'running',
          variables: body.variables ?? {},
          generatedQuery: input.plan.text,
          executedAt: startedAt,
          deadlineAt: new Date(startedAt.getTime() + limits.syncTimeoutMs + STORING_MS),
        },
        randomUUID(),
      ),
    )
    const timeoutMs = limits.syncTimeoutMs
    const result = await executeRun(engines, {
      input,
      clientOf,
      timeoutMs,
      cancel,
      stop: stopping.signal,
      limits: { maxRows: limits.maxResultRows, maxHeapBytes: limits.maxHeapBytes },
      onEvent: () => undefined,
    })
    const ending = endingOf(result, clock.now().getTime() - startedAt.getTime())
    await database.transaction(async (tx) => {
      if (await endExecution(tx, id, ending, result.outcome.stages, clock.now())) await insertChunks(tx, id, result.chunks)
      await audit.record(tx, {
        action: 'query_run',
        description: `Saved query "${query.name}" was run: ${ending.status}`,
        target: { type: 'execution_log', id },
        metadata: { saved_query: query.id, controller_connection: input.connection, status: ending.status, row_count: ending.rowCount },
        content: { generated_query: input.plan.text, variables: body.variables ?? {}, error_message: ending.errorMessage },
      })
    })
    logger.info(
      { execution_id: id, status: ending.status, reason: ending.reason, rows: ending.rowCount, ms: ending.durationMs },
      'query run',
    )
    return { id, ending, chunks: result.chunks, generatedQuery: input.plan.text }
  }

  async function find(id: string): Promise<FoundExecution> {
    const row = await findExecution(database.db, id)
    if (!row) throw new NotFound()
    return row
  }

  return {
    /** Every problem at once, and the plan when there are none. */
    validate: async (caller: Caller, id: string, body: ValidateBody) => {
      const { prepared } = await prepare(caller, id, body)
      return prepared
    },

    /** Bad input is a 400 and runs nothing; what goes wrong afterwards is the run's own status. */
    execute: async (caller: Caller, id: string, body: ExecuteBody, cancel: AbortSignal) => {
      const { query, prepared } = await prepare(caller, id, body)
      if (!prepared.input) {
        throw new FieldErrors({ non_field_errors: prepared.errors.map(({ message }) => message) }, { errors: prepared.errors })
      }
      return run(caller, query, prepared.input, body, cancel)
    },

    list: (filter: ExecutionFilter, page: PageRequest) => listExecutions(database.db, filter, page),
    find,

    mayReadRows,

    /** Runs of a user, whatever became of them. */
    countOf: (userId: number): Promise<number> => countExecutions(database.db, userId),

    /** The rows of a run as a file: they leave the house, so the log says so. */
    exportedChunks: async (caller: Caller, row: FoundExecution, format: string): Promise<AsyncIterable<ResultChunk>> => {
      requireReader(caller, row)
      await audit.record(database.db, {
        action: 'results_export',
        description: `${caller.username} read all rows of a run as ${format}`,
        target: { type: 'execution_log', id: row.id },
        metadata: { format, row_count: row.rowCount },
      })
      return readChunks(database.db, row.id)
    },

    /** The rows of a run, for those who may read them. */
    chunks: (caller: Caller, row: FoundExecution): AsyncIterable<ResultChunk> => {
      requireReader(caller, row)
      return readChunks(database.db, row.id)
    },

    /** Runs whose process died end as failures; `now` may lie ahead when no other process can be running them. */
    endLostRuns: async (now: Date = clock.now()): Promise<number> => {
      const lost = await findLostExecutions(database.db, now)
      for (const { id, userId, username, savedQueryId } of lost) {
        await database.transaction(async (tx) => {
          if (!(await endExecution(tx, id, lostEnding, [], clock.now()))) return
          await audit.record(tx, {
            action: 'query_run',
            description: `A run was lost: ${lostEnding.errorMessage}`,
            target: { type: 'execution_log', id },
            metadata: { saved_query: savedQueryId, status: lostEnding.status },
            actor: { userId, username },
          })
        })
      }
      return lost.length
    },

    /** Without another process on this database every run that is still open is lost. */
    endAllOpenRuns(): Promise<number> {
      return this.endLostRuns(new Date(clock.now().getTime() + FAR_AHEAD_MS))
    },

    /** Ends all runs of this process, and at once those that still come; each ends with a log that says so. */
    stopRuns: (): void => stopping.abort(),

    deleteExpiredLogs: async (): Promise<number> => {
      let total = 0
      for (let deleted = CLEANUP_BATCH; deleted === CLEANUP_BATCH; total += deleted) {
        deleted = await deleteExpiredExecutions(database.db, clock.now(), DEFAULT_RETENTION_DAYS, CLEANUP_BATCH)
      }
      return total
    },
  }
}

/** Logs are for all who see the query; the rows for who ran it, and for operators and administrators. */
const mayReadRows = (caller: Caller, row: FoundExecution): boolean => row.userId === caller.id || caller.managesWorkspace

function requireReader(caller: Caller, row: FoundExecution): void {
  if (!mayReadRows(caller, row)) throw new Forbidden('Only its user, an operator or an administrator may read the rows of a run.')
}

const lostEnding: Ending = {
  status: 'failure',
  reason: SERVER_STOPPED.reason,
  errorMessage: SERVER_STOPPED.message,
  warnings: [],
  columns: [],
  rowCount: 0,
  resultsTruncated: false,
  actualQueryPath: '',
  durationMs: 0,
  resultBytes: 0,
}

function endingOf({ outcome, chunks }: RunResult, durationMs: number): Ending {
  const told = { warnings: [...outcome.warnings], actualQueryPath: outcome.paths.join('\n'), durationMs }
  const resultBytes = chunks.reduce((sum, chunk) => sum + chunk.body.byteLength, 0)
  if (outcome.ok) {
    const { columns, rowCount } = outcome
    const resultsTruncated = rowCount > ANSWERED_ROWS
    return { ...told, status: 'success', reason: null, errorMessage: null, columns: [...columns], rowCount, resultsTruncated, resultBytes }
  }
  const { reason, message } = outcome.failure
  const status = reason === 'deadline' ? 'timeout' : 'failure'
  return { ...told, status, reason, errorMessage: message, columns: [], rowCount: 0, resultsTruncated: false, resultBytes: 0 }
}
