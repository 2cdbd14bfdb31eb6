import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { FieldErrors, ServiceError } from '../../../kernel/errors.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { Events } from '../../../platform/events/events.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { followUpDue, type SchedulesService } from '../../schedules/index.ts'
import { lockUserAgainstDeletion } from '../../users/index.ts'
import type { NewRequest } from '../launch/new-request.ts'
import type { NewRequests } from '../launch/new-requests.ts'
import { describeFaults } from './describe-faults.ts'
import { type FollowUpSources, NoFollowUp, prepareFollowUp } from './prepare-follow-up.ts'

type FollowUpParts = FollowUpSources & {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly schedules: Pick<SchedulesService, 'findAwaitingFollowUp' | 'recordFollowUp'>
  readonly newRequests: Pick<NewRequests, 'create'>
  readonly logger: Logger
}

const Payload = Type.Object({ scheduled_execution_id: Uuid, snapshot_a: Uuid, snapshot_b: Uuid })
type Payload = Static<typeof Payload>

const followUpJob = defineJob({
  name: 'follow-up-scheduled-run',
  payload: Payload,
  concurrency: 2,
  retries: 5,
  retryDelayMs: 10 * SECOND,
  timeoutMs: 10 * MINUTE,
  exclusive: true,
  takesTurns: true,
})

/** A job of these may change a network. */
export const FOLLOW_UP_JOBS: readonly string[] = [followUpJob.name]

/** Another attempt has made the request: this one is rolled back. */
class AlreadyFollowedUp extends Error {
  override readonly name = 'AlreadyFollowedUp'
}

export type FollowUps = {
  /** What the job does. Running it again is safe. */
  readonly followUp: (payload: Payload, context: { readonly signal: AbortSignal }) => Promise<void>
  /** To be called before `jobs.prepare()`, also in a process that only sends jobs. */
  readonly listen: () => void
}

/**
 * Makes a request of the changes that a scheduled run found, in the name of the task's owner and with the rights of
 * that moment. The job is queued in the transaction that records the changes; if it runs twice, there is still one
 * request.
 */
export const createFollowUps = (parts: FollowUpParts): FollowUps => ({
  followUp: (payload, { signal }) => followUpRun(parts, payload, signal),
  listen: () => {
    const { jobs, events } = parts
    jobs.register(followUpJob, (payload, { signal }) => followUpRun(parts, payload, signal), {
      onGivenUp: (payload, { setAside }) => giveUpFollowUp(parts, payload, setAside),
    })
    events.onRaised(followUpDue, async (tx, { owner_id, scheduled_execution_id, snapshot_a, snapshot_b }) => {
      const payload = { scheduled_execution_id, snapshot_a, snapshot_b }
      const lane = laneOf((await parts.users.actor(owner_id, tx)) ?? { id: owner_id, group: null })
      await jobs.send(followUpJob, payload, { tx, singletonKey: scheduled_execution_id, lane })
    })
  },
})

async function followUpRun(parts: FollowUpParts, payload: Payload, signal: AbortSignal): Promise<void> {
  const { scheduled_execution_id: runId } = payload
  const task = await parts.schedules.findAwaitingFollowUp(runId)
  // The task no longer wants a request, or has it.
  if (!task?.onChanges) return
  try {
    const order = await prepareFollowUp(parts, task, task.onChanges, payload, signal)
    if (order) await createOnce(parts, runId, order)
  } catch (error: unknown) {
    if (error instanceof AlreadyFollowedUp) return
    const reason = reasonOf(error)
    // Anything else may go better at the next attempt.
    if (reason === undefined) throw error
    await recordFailure(parts, runId, reason)
  }
}

const createOnce = (
  { database, schedules, newRequests }: FollowUpParts,
  runId: string,
  order: NewRequest,
): Promise<void> =>
  database.transaction(
    async (tx) => {
      await lockUserAgainstDeletion(tx, order.requester.id)
      const request = await newRequests.create(tx, order)
      if (!(await schedules.recordFollowUp(tx, runId, { request, error: null }))) throw new AlreadyFollowedUp()
    },
    { retries: 2 },
  )

async function recordFailure({ database, schedules }: FollowUpParts, runId: string, error: string): Promise<void> {
  await database.transaction((tx) => schedules.recordFollowUp(tx, runId, { request: null, error }))
}

async function giveUpFollowUp(parts: FollowUpParts, payload: Payload, setAside: boolean): Promise<void> {
  parts.logger.error(payload, 'could not follow up the changes of a scheduled run')
  const reason = setAside
    ? 'The server stopped or failed twice while it created the request.'
    : 'The request could not be created. The log of the server says why.'
  await recordFailure(parts, payload.scheduled_execution_id, reason)
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof NoFollowUp) return error.message
  if (error instanceof FieldErrors) return describeFaults(error.fields)
  return error instanceof ServiceError ? error.message : undefined
}
