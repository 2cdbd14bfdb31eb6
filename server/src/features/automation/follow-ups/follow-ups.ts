import type { OnChanges } from '@heddle/contract/schedules.ts'
import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { FieldErrors, ServiceError } from '../../../kernel/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import { defineJob, type JobContext } from '../../../platform/jobs/job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { followUpDue, type SchedulesService } from '../../schedules/index.ts'
import { lockUserAgainstDeletion, type UsersService } from '../../users/index.ts'
import type { ChoosesRows } from '../launch/launch.service.ts'
import type { Launchable, LaunchesFrom } from '../launch/launchable.ts'
import type { NewRequest, NewRequests } from '../launch/new-request.ts'
import { NoRowsLeft } from '../source/no-rows-left.ts'
import { describeFaults } from './describe-faults.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly users: Pick<UsersService, 'actor'>
  readonly schedules: Pick<SchedulesService, 'findAwaitingFollowUp' | 'recordFollowUp'>
  readonly templates: LaunchesFrom
  readonly source: ChoosesRows
  readonly newRequests: Pick<NewRequests, 'create'>
  readonly logger: Logger
}
type Task = NonNullable<Awaited<ReturnType<SchedulesService['findAwaitingFollowUp']>>>

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
})

/** A job of these may change a network. */
export const FOLLOW_UP_JOBS: readonly string[] = [followUpJob.name]

const LAUNCH = may('automation.launch_template')

/** Why there is no request. Its text is shown to the owner of the task. */
class NoFollowUp extends Error {
  override readonly name = 'NoFollowUp'
}

/** Another attempt has made the request: this one is rolled back. */
class AlreadyFollowedUp extends Error {
  override readonly name = 'AlreadyFollowedUp'
}

/**
 * Makes a request of the changes that a scheduled run found, in the name of the task's owner and with the rights of
 * that moment. The job is queued in the transaction that records the changes; if it runs twice, there is still one
 * request.
 */
export function createFollowUps(dependencies: Dependencies) {
  const { database, jobs, events, users, schedules, templates, source, newRequests, logger } = dependencies

  async function requester({ ownerId }: Task): Promise<Actor> {
    const owner = await users.actor(ownerId)
    if (!owner) throw new NoFollowUp('The owner of the task may not sign in.')
    if (!isAllowed(LAUNCH, owner)) throw new NoFollowUp('The owner of the task may not launch templates.')
    return owner
  }

  async function findTemplate(owner: Actor, { template }: OnChanges, signal: AbortSignal): Promise<Launchable> {
    const found = await templates.launchable(owner, template, signal)
    if (!found) throw new NoFollowUp('The template was deleted, or the owner of the task may no longer launch it.')
    return found
  }

  /** Undefined if the filter keeps no row. */
  async function prepare(
    task: Task,
    onChanges: OnChanges,
    payload: Payload,
    signal: AbortSignal,
  ): Promise<NewRequest | undefined> {
    const owner = await requester(task)
    const { id: templateId, template, checkRows } = await findTemplate(owner, onChanges, signal)
    const { snapshot_a, snapshot_b } = payload
    const { mapping, filter, changes } = onChanges
    const choice = { rows_from: { compare: { snapshot_a, snapshot_b, changes } }, mapping, filter }
    const chosen = await source.choose(owner, choice, template.columns, signal).catch(noneIfNoneLeft)
    if (!chosen) return undefined
    const checked = await checkRows(chosen.rows.map(({ values }) => values))
    if ('faults' in checked) throw new NoFollowUp(describeFaults(checked.faults))
    return {
      templateId,
      template,
      requester: owner,
      comment: `Changes found by the scheduled task "${task.name}"`,
      rows: checked.rows.map((values, index) => ({ values, source: chosen.rows[index]?.source ?? null })),
      source: { ...chosen.source, scheduled_execution: payload.scheduled_execution_id },
      selection: chosen.selection,
      warnings: chosen.warnings,
      verifyAfter: null,
      needsApproval: onChanges.requires_approval,
      relaunchOf: null,
    }
  }

  const create = (runId: string, order: NewRequest): Promise<void> =>
    database.transaction(
      async (tx) => {
        await lockUserAgainstDeletion(tx, order.requester.id)
        const request = await newRequests.create(tx, order)
        if (!(await schedules.recordFollowUp(tx, runId, { request, error: null }))) throw new AlreadyFollowedUp()
      },
      { retries: 2 },
    )

  async function fail(runId: string, error: string): Promise<void> {
    await database.transaction((tx) => schedules.recordFollowUp(tx, runId, { request: null, error }))
  }

  async function perform(payload: Payload, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const { scheduled_execution_id: runId } = payload
    const task = await schedules.findAwaitingFollowUp(runId)
    // The task no longer wants a request, or has it.
    if (!task?.onChanges) return
    try {
      const order = await prepare(task, task.onChanges, payload, signal)
      if (order) await create(runId, order)
    } catch (error: unknown) {
      if (error instanceof AlreadyFollowedUp) return
      const reason = reasonOf(error)
      // Anything else may go better at the next attempt.
      if (reason === undefined) throw error
      await fail(runId, reason)
    }
  }

  async function giveUp(payload: Payload): Promise<void> {
    logger.error(payload, 'could not follow up the changes of a scheduled run')
    await fail(payload.scheduled_execution_id, 'The request could not be created. The log of the server says why.')
  }

  return {
    /** What the job does. Running it again is safe. */
    followUp: perform,

    /** To be called before `jobs.prepare()`, also in a process that only sends jobs. */
    listen: (): void => {
      jobs.register(followUpJob, perform, { onGivenUp: giveUp })
      events.onRaised(followUpDue, async (tx, { scheduled_execution_id, snapshot_a, snapshot_b }) => {
        const payload = { scheduled_execution_id, snapshot_a, snapshot_b }
        await jobs.send(followUpJob, payload, { tx, singletonKey: scheduled_execution_id })
      })
    },
  }
}

function noneIfNoneLeft(error: unknown): undefined {
  if (!(error instanceof NoRowsLeft)) throw error
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof NoFollowUp) return error.message
  if (error instanceof FieldErrors) return describeFaults(error.fields)
  return error instanceof ServiceError ? error.message : undefined
}
