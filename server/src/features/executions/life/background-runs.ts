import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { BackgroundBody, BackgroundReply } from '@heddle/contract/executions.ts'
import type { MeasureOrder } from '@heddle/domain/query-metric/measure-rows.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import { Conflict, FieldErrors } from '../../../kernel/errors.ts'
import { nextVersionTime } from '../../../kernel/versions.ts'
import { fromNow } from '../../../platform/sql/columns.ts'
import type { Audit } from '../../audit/index.ts'
import { type ChosenConnections, presentConnections } from '../../planning/index.ts'
import type { Requester } from '../choices/choice-rows.ts'
import { checkRequest } from '../requests/check-request.ts'
import { type CheckedRun, requirePlan } from '../requests/checked-run.ts'
import { nameOfSubject } from '../requests/find-query.ts'
import type { RunOrder } from '../requests/find-request.ts'
import type { RequestParts } from '../requests/request-parts.ts'
import type { RunAdmission } from './admission.ts'
import { countOpenBackground, findGroupsInTurns } from './queue.store.ts'
import { connectionColumns, draftColumns, insertRuns, type NewRun, versionOf } from './runs.store.ts'

export type BackgroundParts = RequestParts & {
  readonly admission: RunAdmission
  readonly audit: Audit
  readonly clock: Clock
}

/** A scheduled run, which acts for a user. */
export type ScheduledRun = ChosenConnections & {
  readonly savedQueryId: string
  readonly userId: number
  readonly username: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly measure?: MeasureOrder | null
}

/** A background run that nobody has prepared yet: what is wrong with its query shows when it runs. */
export type UncheckedRun = Pick<ScheduledRun, 'savedQueryId' | 'connection' | 'userId' | 'username' | 'variables'> & {
  /** What it is part of. */
  readonly checkId: string
}

/** A queued run has no real deadline; it is set when a process claims the run. */
const FAR_AHEAD_MS = 3650 * DAY

/** Of one user, besides those that have begun or wait for a place: more than anyone asks for by hand. */
const MOST_QUEUED = 200

/** Why a run is not queued, by code. */
export const QUEUE_CONFLICTS = { too_many_queued: `${MOST_QUEUED} background runs of the caller are queued already.` }

const tooManyQueued = () =>
  new Conflict(
    `You have ${MOST_QUEUED} background runs in the queue. Wait until some have begun, or cancel them.`,
    'too_many_queued',
  )

export const channelOf = (executionId: string): string => `/ws/chain-execution/${executionId}/`

/** Queues a run that a job carries out. The request is stored together with its job, so it survives the process. */
export async function executeInBackground(
  parts: BackgroundParts,
  caller: Caller,
  order: RunOrder & { readonly body: BackgroundBody },
  terms: Pick<Requester, 'signal' | 'startRun'>,
): Promise<Static<typeof BackgroundReply>> {
  if (order.body.as_of != null && order.body.draft == null)
    throw new FieldErrors({ as_of: ['A past result needs no background run. Use `execute`.'] })
  const checked = await checkRequest(parts, { ...terms, actor: caller }, order)
  const { text } = requirePlan(checked)
  const id = randomUUID()
  await queue(parts, caller, checked, { id, text, keepsRowsBefore: order.body.keep_rows_before_steps ?? false })
  return { job_id: id, execution_id: id, channel: channelOf(id), ...(checked.subject.draft && { draft: true }) }
}

async function queue(
  { database, admission, audit, clock }: BackgroundParts,
  caller: Caller,
  { subject, request }: CheckedRun,
  { id, text, keepsRowsBefore }: { readonly id: string; readonly text: string; readonly keepsRowsBefore: boolean },
): Promise<void> {
  await database.transaction(async (tx) => {
    await admission.lock(tx, caller.id)
    const { waiting, lastAskedAt } = await countOpenBackground(tx, caller.id)
    if (waiting >= MOST_QUEUED) throw tooManyQueued()
    const run = newRun({
      id,
      savedQueryId: subject.id,
      savedQueryVersion: subject.version,
      ...draftColumns(subject),
      ...connectionColumns(request),
      userId: caller.id,
      username: caller.username,
      trigger: 'background',
      variables: { ...request.variables },
      skipPostProcessors: request.skipPostProcessors,
      keepsRowsBefore,
      generatedQuery: text,
      executedAt: afterOthers(clock, lastAskedAt),
    })
    await insertRuns(tx, [run])
    await audit.record(tx, {
      action: 'query_run_start',
      description: `${nameOfSubject(subject)} was queued to run in the background`,
      target: { type: 'execution_log', id },
      metadata: {
        saved_query: subject.id,
        draft: subject.draft !== null,
        ...presentConnections(connectionColumns(request)),
      },
      content: { generated_query: text, variables: request.variables },
    })
    await admission.admit(tx, caller.id)
  })
}

/** Returns the ids of the runs, in the order given. The runs and their jobs exist once the transaction commits. */
export async function startScheduledMany(
  { admission, clock }: Pick<BackgroundParts, 'admission' | 'clock'>,
  tx: Executor,
  runs: readonly ScheduledRun[],
): Promise<string[]> {
  if (runs.length === 0) return []
  const now = clock.now()
  const rows = runs.map(({ savedQueryId, userId, username, variables, measure, ...connections }) =>
    newRun({
      savedQueryId,
      savedQueryVersion: versionOf(savedQueryId),
      ...connectionColumns(connections),
      userId,
      username,
      trigger: 'schedule',
      variables: { ...variables },
      measure,
      executedAt: now,
      admittedAt: now,
    }),
  )
  await insertRuns(tx, rows)
  const groups = await findGroupsInTurns(tx, [...new Set(runs.map(({ userId }) => userId))])
  const admitted = rows.map(({ id }, index) => {
    const { userId } = runs[index]!
    return { id, userId, group: groups.get(userId) ?? null }
  })
  await admission.send(tx, 'schedule', admitted)
  return rows.map(({ id }) => id)
}

/** For one user, whose lock it takes; queued behind the background runs that the user has. */
export async function startUnchecked(
  { admission, clock }: Pick<BackgroundParts, 'admission' | 'clock'>,
  tx: Executor,
  userId: number,
  runs: readonly UncheckedRun[],
): Promise<string[]> {
  await admission.lock(tx, userId)
  let { lastAskedAt } = await countOpenBackground(tx, userId)
  const rows = runs.map(({ connection, variables, ...run }) => {
    lastAskedAt = afterOthers(clock, lastAskedAt)
    const columns = { ...run, ...connectionColumns({ connection }), savedQueryVersion: versionOf(run.savedQueryId) }
    return newRun({ ...columns, variables: { ...variables }, trigger: 'background', executedAt: lastAskedAt })
  })
  await insertRuns(tx, rows)
  await admission.admit(tx, userId)
  return rows.map(({ id }) => id)
}

/** Keeps the queue in request order, even within a millisecond. */
const afterOthers = (clock: Clock, lastAskedAt: Date | null): Date =>
  lastAskedAt === null ? clock.now() : nextVersionTime(clock.now(), lastAskedAt)

type OwnColumns =
  'savedQueryId' | 'savedQueryVersion' | 'controllerConnectionId' | 'userId' | 'username' | 'trigger' | 'executedAt'

const newRun = (run: Pick<NewRun, OwnColumns> & Partial<NewRun>): NewRun => ({
  id: randomUUID(),
  pipelineId: randomUUID(),
  status: 'running',
  deadlineAt: fromNow(FAR_AHEAD_MS),
  ...run,
})
