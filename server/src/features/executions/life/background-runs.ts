import { randomUUID } from 'node:crypto'
import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { nextVersionTime } from '../../../kernel/versions.ts'
import type { Audit } from '../../audit/index.ts'
import type { Admission } from './admission.ts'
import { countOpenBackground } from './queue.store.ts'
import { nameOfSubject } from '../requests/find-query.ts'
import { type ChosenConnections, presentConnections } from '../../planning/index.ts'
import { type RunRequests, requireInput } from '../requests/check-request.ts'
import { connectionColumns, draftColumns, fromNow, insertRuns, type NewRun, versionOf } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly runRequests: RunRequests
  readonly admission: Admission
  readonly audit: Audit
  readonly clock: Clock
}

/** A scheduled run, which acts for a user. */
export type ScheduledRun = ChosenConnections & {
  readonly savedQueryId: string
  readonly userId: number
  readonly username: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** A background run that nobody has prepared yet: what is wrong with its query shows when it runs. */
export type UncheckedRun = Pick<ScheduledRun, 'savedQueryId' | 'connection' | 'userId' | 'username'>

/** A queued run has no real deadline; it is set when a process claims the run. */
const FAR_AHEAD_MS = 3650 * DAY

export const channelOf = (executionId: string): string => `/ws/chain-execution/${executionId}/`

export type BackgroundRuns = ReturnType<typeof createBackgroundRuns>

/** Queues runs that a job carries out. The request is stored together with its job, so it survives the process. */
export function createBackgroundRuns({ database, runRequests, admission, audit, clock }: Dependencies) {
  const newRun = (
    run: Pick<
      NewRun,
      'savedQueryId' | 'savedQueryVersion' | 'controllerConnectionId' | 'userId' | 'username' | 'trigger' | 'executedAt'
    > &
      Partial<NewRun>,
  ): NewRun => ({
    id: randomUUID(),
    pipelineId: randomUUID(),
    status: 'running',
    deadlineAt: fromNow(FAR_AHEAD_MS),
    ...run,
  })

  async function startScheduledMany(tx: Executor, runs: readonly ScheduledRun[]): Promise<string[]> {
    if (runs.length === 0) return []
    const now = clock.now()
    const rows = runs.map(({ savedQueryId, userId, username, variables, ...connections }) =>
      newRun({
        savedQueryId,
        savedQueryVersion: versionOf(savedQueryId),
        ...connectionColumns(connections),
        userId,
        username,
        trigger: 'schedule',
        variables: { ...variables },
        executedAt: now,
        admittedAt: now,
      }),
    )
    await insertRuns(tx, rows)
    const ids = rows.map(({ id }) => id)
    await admission.send(tx, 'schedule', ids)
    return ids
  }

  /** For one user, whose lock it takes; queued behind the background runs that the user has. */
  async function startUnchecked(tx: Executor, userId: number, runs: readonly UncheckedRun[]): Promise<string[]> {
    await admission.lock(tx, userId)
    let { lastAskedAt } = await countOpenBackground(tx, userId)
    const rows = runs.map(({ connection, ...run }) => {
      lastAskedAt = lastAskedAt === null ? clock.now() : nextVersionTime(clock.now(), lastAskedAt)
      const asked = { ...run, ...connectionColumns({ connection }), savedQueryVersion: versionOf(run.savedQueryId) }
      return newRun({ ...asked, trigger: 'background', executedAt: lastAskedAt })
    })
    await insertRuns(tx, rows)
    await admission.admit(tx, userId)
    return rows.map(({ id }) => id)
  }

  return {
    /** A query id of null is a draft of no saved query. */
    ask: async (caller: Caller, savedQueryId: string | null, body: ExecuteBody, disconnected: AbortSignal) => {
      if (body.as_of != null && body.draft == null)
        throw new FieldErrors({ as_of: ['A past result needs no background run. Use `execute`.'] })
      const { query, asked, prepared } = await runRequests.check(caller, savedQueryId, body, disconnected)
      const { text } = requireInput(prepared)
      const id = randomUUID()
      await database.transaction(async (tx) => {
        await admission.lock(tx, caller.id)
        const { lastAskedAt } = await countOpenBackground(tx, caller.id)
        const run = newRun({
          id,
          savedQueryId: query.id,
          savedQueryVersion: query.version,
          ...draftColumns(query),
          ...connectionColumns(asked),
          userId: caller.id,
          username: caller.username,
          trigger: 'background',
          variables: { ...asked.variables },
          skipPostProcessors: asked.skipPostProcessors,
          generatedQuery: text,
          // Keeps the queue in request order, even within a millisecond.
          executedAt: lastAskedAt === null ? clock.now() : nextVersionTime(clock.now(), lastAskedAt),
        })
        await insertRuns(tx, [run])
        await audit.record(tx, {
          action: 'query_run_start',
          description: `${nameOfSubject(query)} was queued to run in the background`,
          target: { type: 'execution_log', id },
          metadata: {
            saved_query: query.id,
            draft: query.draft !== null,
            ...presentConnections(connectionColumns(asked)),
          },
          content: { generated_query: text, variables: asked.variables },
        })
        await admission.admit(tx, caller.id)
      })
      return { job_id: id, execution_id: id, channel: channelOf(id), ...(query.draft && { draft: true }) }
    },

    /** Returns the ids of the runs, in the order given. The runs and their jobs exist once the transaction commits. */
    startScheduledMany,
    startUnchecked,
  }
}
