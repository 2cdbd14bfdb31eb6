import type { RequestStatus } from '@heddle/contract/automation.ts'
import { isExecutionEnded, isRequestEnded, requestStatusOf } from '@heddle/domain/automation/states.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Audit } from '../../audit/index.ts'
import { requestEnded } from '../automation.events.ts'
import {
  distinctWarnings,
  firstRevision,
  type RequestRow,
  type Tally,
  tallyExecutions,
  updateRequest,
} from './changes.store.ts'

export type SettlingParts = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

const MOST_WARNINGS = 100

/** Works out the status of a locked request, and ends it once all its executions have ended with their output. */
export async function settleRequest(parts: SettlingParts, tx: Executor, request: RequestRow): Promise<void> {
  const tally = await tallyExecutions(tx, request.id)
  const worked = workOut(tally)
  if (worked === request.status) return
  if (isRequestEnded(worked)) await endRequest(parts, tx, request, { status: worked, tally })
  // A job that was found after the end changes the outcome once it has ended, not before.
  else if (!isRequestEnded(request.status)) await updateRequest(tx, request.id, { status: worked })
}

async function endRequest(
  { events, audit, clock }: SettlingParts,
  tx: Executor,
  request: RequestRow,
  { status, tally }: { readonly status: RequestStatus; readonly tally: readonly Tally[] },
): Promise<void> {
  const found = await distinctWarnings(tx, request.id, MOST_WARNINGS)
  await updateRequest(tx, request.id, {
    status,
    finishedAt: clock.now(),
    scmRevision: await firstRevision(tx, request.id),
    warnings: [...new Set([...request.warnings, ...found])],
  })
  await audit.record(tx, {
    action: 'request_end',
    description: `Request from "${request.template.name}" ended: ${status}`,
    target: { type: 'automation_request', id: request.id },
    metadata: { status, executions: Object.fromEntries(tally.map((one) => [one.status, one.executions])) },
    actor: { userId: request.userId, username: request.username },
  })
  await events.raise(tx, requestEnded, {
    request_id: request.id,
    template_id: request.templateId,
    template_name: request.template.name,
    status,
    user_id: request.userId,
    username: request.username,
    row_count: request.rowCount,
    scheduled_execution: request.relaunchOf === null ? (request.source?.scheduled_execution ?? null) : null,
    declined: request.approvalStatus === 'declined',
    again: isRequestEnded(request.status),
  })
}

/** A request has ended only when everything about it can be read. */
function workOut(tally: readonly Tally[]): RequestStatus {
  const status = requestStatusOf(
    tally.map((one) => one.status),
    { wasStopped: tally.some((one) => one.stopped > 0) },
  )
  const isComplete = tally.every((one) => isExecutionEnded(one.status) && one.complete === one.executions)
  return isRequestEnded(status) && !isComplete ? 'running' : status
}
