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
import { deleteApplied, deleteUnknown, insertWebhookEvent, listApplicable, markApplied } from './webhooks.store.ts'

type WebhookParts = {
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

export type ReceivedWebhook = { readonly status: 'queued' | 'ignored'; readonly event_id: string }

export type WebhooksService = {
  readonly receive: (signature: string | undefined, body: Uint8Array) => Promise<ReceivedWebhook>
  readonly test: () => Promise<ReceivedWebhook>
  /** Sends waiting events again whose job is known by now. */
  readonly applyKnown: (executionId?: string) => Promise<void>
  readonly registerJobs: () => void
  /** Applies events that were left behind, and gives up those whose job never turned up. */
  readonly sweep: () => Promise<void>
  readonly deleteOld: () => Promise<number>
}

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
export const createWebhooksService = (parts: WebhookParts): WebhooksService => ({
  receive: (signature, body) => receiveWebhook(parts, signature, body),
  test: () =>
    storeReport(
      parts,
      { jobId: TEST_JOB_ID, status: null },
      'webhook_test',
      'A synthetic webhook event was sent through the pipeline',
    ),
  applyKnown: (executionId) => applyKnown(parts, executionId),
  registerJobs: () => registerWebhookJobs(parts),
  sweep: () => sweepWaiting(parts),
  deleteOld: () => {
    const before = new Date(parts.clock.now().getTime() - KEPT_MS)
    return deleteInBatches(DELETE_BATCH, (limit) => deleteApplied(parts.database.db, before, limit))
  },
})

async function receiveWebhook(
  parts: WebhookParts,
  signature: string | undefined,
  body: Uint8Array,
): Promise<ReceivedWebhook> {
  const { secret } = parts
  if (secret === undefined) throw new Forbidden('No webhook secret is configured.')
  if (signature === undefined || !isSigned(signature, body, secret))
    throw new Unauthorized('The signature is missing or wrong.')
  const reported = readEvent(body)
  const description = reported
    ? `The automation server reported job ${reported.jobId}`
    : 'The automation server sent a webhook that names no job'
  return storeReport(parts, reported, 'webhook_receive', description)
}

/** Stores an event with the job that applies it, before the sender gets its answer. */
async function storeReport(
  { database, jobs, audit, clock }: WebhookParts,
  reported: ReportedJob | undefined,
  action: AuditAction,
  description: string,
): Promise<ReceivedWebhook> {
  const event_id = randomUUID()
  await database.transaction(async (tx) => {
    if (reported) {
      await insertWebhookEvent(tx, { id: event_id, ...reported, receivedAt: clock.now(), appliedAt: null })
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

async function applyKnown({ database, jobs }: WebhookParts, executionId?: string): Promise<void> {
  const applicable = await listApplicable(database.db, executionId)
  await jobs.sendMany(
    applyWebhook,
    applicable.map(({ id }) => ({ payload: { event_id: id } })),
  )
}

function registerWebhookJobs(parts: WebhookParts): void {
  const applyEvent = createApplyEvent(parts)
  const { jobs, database, clock, logger } = parts
  jobs.register(applyWebhook, ({ event_id }, { signal }) => applyEvent(event_id, signal), {
    onGivenUp: async ({ event_id }, { setAside }) => {
      // The sweep sends what was only given up again. Polling sees what the event was about.
      if (!setAside) return
      await markApplied(database.db, [event_id], clock.now())
      logger.error({ event_id }, 'set a webhook event aside: the server stopped twice while it applied it')
    },
  })
  parts.events.on(executionChanged, async ({ execution_id }) => {
    if (execution_id !== null) await applyKnown(parts, execution_id)
  })
}

async function sweepWaiting(parts: WebhookParts): Promise<void> {
  const { database, clock, logger } = parts
  await applyKnown(parts)
  const before = new Date(clock.now().getTime() - KEPT_FOR_UNKNOWN_MS)
  for (const { id, jobId } of await deleteUnknown(database.db, before))
    logger.info({ event_id: id, job: jobId }, 'dropped a webhook event: no execution has this job')
}
