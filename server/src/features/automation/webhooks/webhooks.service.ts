import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY, MINUTE } from '../../../kernel/durations.ts'
import { Forbidden, Unauthorized } from '../../../kernel/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { deleteInBatches } from '../../../platform/sql/delete-in-batches.ts'
import type { Audit } from '../../audit/index.ts'
import { executionChanged } from '../automation.events.ts'
import { createApplyEvent, type JobReports, TEST_JOB_ID } from './apply-event.ts'
import { readEvent, type ReportedJob } from './read-event.ts'
import { isSigned } from './webhook-signature.ts'
import { deleteApplied, deleteUnknown, insertEvent, listApplicable } from './webhooks.store.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly reports: JobReports
  readonly delays?: { readonly observe: (seconds: number) => void } | undefined
  readonly audit: Audit
  /** Undefined: none is configured, and no webhook is accepted. */
  readonly secret: string | undefined
  readonly clock: Clock
  readonly logger: Logger
}

export type WebhooksService = ReturnType<typeof createWebhooksService>
export type Received = { readonly status: 'queued' | 'ignored'; readonly event_id: string }

const applyWebhook = defineJob({
  name: 'automation-webhook',
  payload: Type.Object({ event_id: Uuid }),
  // Mostly waiting for automation servers, at most four at once for each.
  concurrency: 24,
  retries: 3,
  timeoutMs: 2 * MINUTE,
})

/** A job may report before the answer to its launch has arrived. */
const KEPT_FOR_UNKNOWN_MS = 10 * MINUTE
const KEPT_MS = 7 * DAY
const DELETE_BATCH = 1_000

/** What the automation server reports on its own. Polling alone is enough: webhooks only make it faster. */
export function createWebhooksService({
  database,
  jobs,
  events,
  reports,
  delays,
  audit,
  secret,
  clock,
  logger,
}: Dependencies) {
  const { db } = database
  const applyEvent = createApplyEvent({ database, reports, delays, clock, logger })

  /** Stores an event with the job that applies it, before the sender gets its answer. */
  async function store(reported: ReportedJob | undefined, action: AuditAction, description: string): Promise<Received> {
    const event_id = randomUUID()
    await database.transaction(async (tx) => {
      if (reported) {
        await insertEvent(tx, { id: event_id, ...reported, receivedAt: clock.now(), appliedAt: null })
        await jobs.send(applyWebhook, { event_id }, { tx })
      }
      await audit.record(tx, {
        action,
        description,
        target: { type: 'automation_webhook_event', id: event_id },
        metadata: reported ? { job: reported.jobId, status: reported.status } : {},
      })
    })
    return { status: reported ? 'queued' : 'ignored', event_id }
  }

  /** Sends waiting events again whose job is known by now. */
  async function applyKnown(executionId?: string): Promise<void> {
    const applicable = await listApplicable(db, executionId)
    await jobs.sendMany(
      applyWebhook,
      applicable.map(({ id }) => ({ payload: { event_id: id } })),
    )
  }

  return {
    receive: async (signature: string | undefined, body: Uint8Array): Promise<Received> => {
      if (secret === undefined) throw new Forbidden('No webhook secret is configured.')
      if (signature === undefined || !isSigned(signature, body, secret))
        throw new Unauthorized('The signature is missing or wrong.')
      const reported = readEvent(body)
      return store(
        reported,
        'webhook_receive',
        reported
          ? `The automation server reported job ${reported.jobId}`
          : 'The automation server sent a webhook that names no job',
      )
    },

    test: (): Promise<Received> =>
      store(
        { jobId: TEST_JOB_ID, status: null },
        'webhook_test',
        'A synthetic webhook event was sent through the pipeline',
      ),

    applyKnown,

    registerJobs: (): void => {
      jobs.register(applyWebhook, ({ event_id }, { signal }) => applyEvent(event_id, signal))
      events.on(executionChanged, async ({ execution_id }) => {
        if (execution_id !== null) await applyKnown(execution_id)
      })
    },

    /** Applies events that were left behind, and gives up those whose job never turned up. */
    sweep: async (): Promise<void> => {
      await applyKnown()
      for (const { id, jobId } of await deleteUnknown(db, new Date(clock.now().getTime() - KEPT_FOR_UNKNOWN_MS))) {
        logger.info({ event_id: id, job: jobId }, 'dropped a webhook event: no execution has this job')
      }
    },

    deleteOld: (): Promise<number> =>
      deleteInBatches(DELETE_BATCH, (limit) => deleteApplied(db, new Date(clock.now().getTime() - KEPT_MS), limit)),
  }
}
