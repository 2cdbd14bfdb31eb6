import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { RETENTION_POLICIES } from '@heddle/contract/history.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import { encodeNames } from '@heddle/domain/values/names-in-address.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Concern, Events } from '../../platform/events/events.ts'
import { defineJob, type JobContext } from '../../platform/jobs/job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { isOfSavedQuery, type LogsService, type ResultsService } from '../executions/index.ts'
import { isPartial } from '../run-engine/index.ts'
import { scheduledRunEnded, type SchedulesService, taskChangesFound } from '../schedules/index.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import { laneOfUser, type UsersService } from '../users/index.ts'
import type { Captured, OnCommit } from '../archive/index.ts'
import type { CaptureRun } from './capture-runs.ts'
import { PARTIAL } from './read-capture-request.ts'
import { capturesByItself, readSettings } from './settings.store.ts'

type ScheduledCaptureParts = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly users: Pick<UsersService, 'findIn'>
  readonly results: Pick<ResultsService, 'chunks'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly schedules: Pick<
    SchedulesService,
    'awaitsSnapshot' | 'recordChanges' | 'announceChanges' | 'beginCapture' | 'endCapture'
  >
  /** Who made the changes between two captures; nobody if it cannot be known. */
  readonly peopleBetween: (before: string, after: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly captureRun: CaptureRun
  readonly logger: Logger
}

const Payload = Type.Object({
  scheduled_execution_id: Uuid,
  execution_id: Uuid,
  owner_id: Type.Integer(),
  /** Null: the default policy of the owner. */
  retention_policy: Nullable(Type.Enum([...RETENTION_POLICIES])),
  key_fields: Type.Optional(Nullable(Type.Array(Type.String()))),
  ignore_fields: Type.Optional(Nullable(Type.Array(Type.String()))),
})
type Payload = Static<typeof Payload>

const CAPTURE: Permission = 'history.capture_snapshot'

const captureJob = defineJob({
  name: 'capture-scheduled-run',
  payload: Payload,
  concurrency: 2,
  retries: 5,
  retryDelayMs: 10 * SECOND,
  timeoutMs: 30 * MINUTE,
  exclusive: true,
  takesTurns: true,
})

const Found = Type.Object({ found: taskChangesFound.schema, snapshot_a: Uuid, snapshot_b: Uuid })
type Found = Static<typeof Found>

/** Reads who made the changes while the controller remembers, keeps it, and then announces them. */
const announceJob = defineJob({
  name: 'announce-changes',
  payload: Found,
  concurrency: 2,
  retries: 2,
  retryDelayMs: 10 * SECOND,
  timeoutMs: 2 * MINUTE,
})

/** Another attempt has captured the run: this one is rolled back. */
class AlreadyCaptured extends Error {
  override readonly name = 'AlreadyCaptured'
}

export type ScheduledCaptures = {
  /** What the job does. Running it again is safe. */
  readonly captureScheduled: (payload: Payload, context: Pick<JobContext, 'signal'>) => Promise<void>
  /** To be called before `jobs.prepare()`, also in a process that only sends jobs. */
  readonly registerJobs: () => void
}

/**
 * Snapshots of scheduled runs. The job is queued in the transaction that ends the run; if it runs twice, there is still
 * one snapshot.
 */
export const createScheduledCaptures = (parts: ScheduledCaptureParts): ScheduledCaptures => ({
  captureScheduled: (payload, context) => captureScheduled(parts, payload, context),
  registerJobs: () => {
    const { jobs, events } = parts
    jobs.register(captureJob, (payload, context) => captureScheduled(parts, payload, context), {
      onGivenUp: (payload, { setAside }) => giveUpCapture(parts, payload, setAside),
    })
    jobs.register(announceJob, (payload, context) => announce(parts, payload, context), {
      onGivenUp: ({ found }) => parts.database.transaction((tx) => parts.schedules.announceChanges(tx, found)),
    })
    events.onRaised(scheduledRunEnded, (tx, ended) => queueCapture(parts, tx, ended), { concerns: isCaptured })
  },
})

type ScheduledRunEnded = Static<(typeof scheduledRunEnded)['schema']>

const isCaptured = ({ status, capture_snapshot, owner_id }: ScheduledRunEnded): Concern =>
  status === 'success' && (capture_snapshot ?? capturesByItself(owner_id))

async function queueCapture(
  { jobs, schedules, users }: ScheduledCaptureParts,
  tx: Executor,
  ended: ScheduledRunEnded,
): Promise<void> {
  if (ended.status !== 'success') return
  const isWanted = ended.capture_snapshot ?? (await readSettings(tx, ended.owner_id)).autoCaptureEnabled
  if (!isWanted) return
  const { scheduled_execution_id, execution_id, owner_id } = ended
  const retention_policy = ended.retention_policy as Payload['retention_policy']
  const { diff_key_fields: key_fields = null, diff_ignore_fields: ignore_fields = null } = ended
  const payload = { scheduled_execution_id, execution_id, owner_id, retention_policy, key_fields, ignore_fields }
  const owner = await users.findIn(tx, owner_id)
  const lane = owner ? laneOfUser(owner) : { user: owner_id, group: null }
  await jobs.send(captureJob, payload, { tx, singletonKey: scheduled_execution_id, lane })
  await schedules.beginCapture(tx, scheduled_execution_id)
}

async function captureScheduled(
  parts: ScheduledCaptureParts,
  payload: Payload,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const reason = await capture(parts, payload, signal)
  await parts.schedules.endCapture(payload.scheduled_execution_id, reason)
}

/** Returns why there will be no snapshot, or null. */
async function capture(parts: ScheduledCaptureParts, payload: Payload, signal: AbortSignal): Promise<string | null> {
  const { results, logs, schedules, captureRun, logger } = parts
  if (!(await schedules.awaitsSnapshot(payload.scheduled_execution_id))) return null
  const run = await logs.findOptional(payload.execution_id)
  const owner = await findOwner(parts, payload.owner_id)
  if (!run || !isOfSavedQuery(run) || !owner) {
    logger.warn(payload, 'scheduled run not captured: its log is gone, or its owner may not capture')
    return run ? 'The owner of the task may not capture snapshots.' : 'The run was deleted before it was captured.'
  }
  if (run.warnings.some(isPartial)) return PARTIAL
  try {
    await captureRun({
      run,
      rows: results.chunks(run),
      by: { id: owner.id, username: owner.username },
      policy: payload.retention_policy,
      annotation: null,
      rules: payload,
      signal,
      onCommit: recordOnTask(parts, payload),
    })
  } catch (error) {
    // If the run still awaits a snapshot, its row was locked, perhaps because its query or task is being deleted:
    // retry.
    if (!(error instanceof AlreadyCaptured) || (await schedules.awaitsSnapshot(payload.scheduled_execution_id)))
      throw error
  }
  return null
}

/** A run acts for the owner of its task: without the permission to capture there is no snapshot. */
async function findOwner({ database, users }: ScheduledCaptureParts, id: number) {
  const found = await users.findIn(database.db, id)
  if (!found) return undefined
  const { user } = found
  return user.isActive && (user.isSuperuser || permissionsHeld(found).has(CAPTURE)) ? user : undefined
}

const recordOnTask =
  ({ schedules, jobs }: ScheduledCaptureParts, payload: Payload): OnCommit =>
  async (tx, captured) => {
    const { snapshot, previousId, changedRows } = captured
    const { added = 0, removed = 0, changed = 0 } = snapshot.changes ?? {}
    const changes = snapshot.changes && { added, removed, changed }
    const found = {
      ...{ snapshotId: snapshot.id, previousId, changes, changedRows, link: linkTo(captured, payload) },
      onChanges: async (inside: Executor, event: Found['found']): Promise<void> => {
        if (previousId === null) return schedules.announceChanges(inside, event)
        const order = { found: event, snapshot_a: previousId, snapshot_b: snapshot.id }
        await jobs.send(announceJob, order, { tx: inside })
      },
    }
    if (!(await schedules.recordChanges(tx, payload.scheduled_execution_id, found))) throw new AlreadyCaptured()
  }

async function announce(
  { database, schedules, peopleBetween }: ScheduledCaptureParts,
  { found, snapshot_a: before, snapshot_b: after }: Found,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const people = [...(await peopleBetween(before, after, signal))]
  await database.transaction((tx) => schedules.announceChanges(tx, { ...found, people }))
}

async function giveUpCapture(
  { schedules, logger }: ScheduledCaptureParts,
  payload: Payload,
  setAside: boolean,
): Promise<void> {
  logger.error(payload, 'could not capture a scheduled run')
  const reason = setAside
    ? 'The server stopped or failed twice while it captured the result as a snapshot.'
    : 'The result could not be captured as a snapshot.'
  await schedules.endCapture(payload.scheduled_execution_id, reason)
}

/**
 * Relative, like all links in notifications; the comparison it leads to counts as the task does. There is nothing to
 * compare a first snapshot with.
 */
function linkTo({ snapshot, previousId }: Captured, { key_fields, ignore_fields }: Payload): string {
  if (previousId === null) return `/history/snapshots/${snapshot.id}/`
  const terms = [
    key_fields && `&key=${encodeURIComponent(encodeNames(key_fields))}`,
    ignore_fields && `&ignore=${encodeURIComponent(encodeNames(ignore_fields))}`,
  ]
  return `/history/compare/?snapshot_a=${previousId}&snapshot_b=${snapshot.id}${terms.filter(Boolean).join('')}`
}
