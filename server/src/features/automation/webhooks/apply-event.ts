import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { FairSlots } from '../../../kernel/fair-slots.ts'
import { hasOutputEnded } from '../output/output.store.ts'
import {
  executionsOfJob,
  findEvent,
  listWaiting,
  markApplied,
  type ReportedExecution,
  type WebhookEventRow,
} from './webhooks.store.ts'

/** Applies what is known about the job of an execution. */
export type JobReports = {
  /** Reads the job now; false if it could not be read. */
  readonly lookAt: (executionId: string, signal: AbortSignal) => Promise<boolean>
  /** Applies a status as the automation server spells it. */
  readonly applyStatus: (executionId: string, jobStatus: string) => Promise<unknown>
}

type Dependencies = {
  readonly database: Database
  readonly reports: JobReports
  /** From the arrival of an event to the applied state. */
  readonly delays?: { readonly observe: (seconds: number) => void } | undefined
  readonly clock: Clock
  readonly logger: Logger
}

/** No job has this id: synthetic events use it. */
export const TEST_JOB_ID = 0
const MOST_READS_PER_CONNECTION = 4

/**
 * Applies stored events, once each. An event only says that there is something to see: the job is read again, so
 * neither the order of events nor their number matters.
 */
export function createApplyEvent({ database: { db }, reports, delays, clock, logger }: Dependencies) {
  const slots = new FairSlots({ perLane: MOST_READS_PER_CONNECTION })
  const turns = new Map<number, Promise<void>>()

  /** One after the other for each job, so that the first applies whatever has arrived until then. */
  async function inTurn(jobId: number, work: () => Promise<void>): Promise<void> {
    const before = turns.get(jobId) ?? Promise.resolve()
    const turn = before.then(work)
    const settled = turn.catch(() => undefined)
    turns.set(jobId, settled)
    try {
      await turn
    } finally {
      if (turns.get(jobId) === settled) turns.delete(jobId)
    }
  }

  async function applyWaiting(eventId: string, jobId: number, signal: AbortSignal): Promise<void> {
    const event = await findEvent(db, eventId)
    if (!event || event.appliedAt) return
    const waiting = await listWaiting(db, jobId)
    const executions = await executionsOfJob(db, jobId)
    if (executions.length === 0 && jobId !== TEST_JOB_ID) return
    const isUnique = executions.length === 1
    await Promise.all(
      executions.filter((execution) => !hasOutputEnded(execution)).map((one) => look(one, waiting, isUnique, signal)),
    )
    signal.throwIfAborted()
    const now = clock.now()
    const ids = waiting.map(({ id }) => id)
    await markApplied(db, ids, now)
    if (jobId !== TEST_JOB_ID)
      for (const { receivedAt } of waiting) delays?.observe((now.getTime() - receivedAt.getTime()) / SECOND)
    logger.debug({ job: jobId, events: waiting.length, executions: executions.length }, 'applied webhook events')
  }

  async function look(
    { id, connectionId }: ReportedExecution,
    waiting: readonly WebhookEventRow[],
    isUnique: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const release = await slots.acquire(connectionId, signal)
    if (!release) return
    try {
      if ((await reports.lookAt(id, signal)) || signal.aborted) return
    } finally {
      release()
    }
    // Two servers may each have a job with this id, and the event does not say which one sent it.
    if (!isUnique) return
    for (const { status } of waiting) if (status !== null) await reports.applyStatus(id, status)
  }

  return async (eventId: string, signal: AbortSignal): Promise<void> => {
    const event = await findEvent(db, eventId)
    if (event && !event.appliedAt) await inTurn(event.jobId, () => applyWaiting(eventId, event.jobId, signal))
  }
}
