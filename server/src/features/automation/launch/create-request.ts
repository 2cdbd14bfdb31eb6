import { randomUUID } from 'node:crypto'
import type { RequestSource, VerifyBody } from '@heddle/contract/automation.ts'
import { planLaunches } from '@heddle/domain/automation/launch-variables.ts'
import type { Static } from 'typebox'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import { Conflict } from '../../../kernel/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import { driverWanted, requestWaits } from '../automation.events.ts'
import type { RequestRow } from '../follow/changes.store.ts'
import { insertRequest, keepTemplate } from './launch.store.ts'
import type { NewRequest } from './new-request.ts'

/** Has the source of a request checked once it has ended. */
export type SchedulesCheck = (tx: Executor, requestId: string, spec: VerifyBody) => Promise<unknown>

export type CreatingParts = {
  readonly database: Database
  readonly scheduleCheck: SchedulesCheck
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

const LONGEST_WAIT_MS = 7 * DAY

/** One transaction holds the request, its rows and executions, its audit entry, and what is to follow it. */
export async function createRequest(parts: CreatingParts, tx: Executor, order: NewRequest): Promise<string> {
  const { database, scheduleCheck, events, audit, clock } = parts
  const { connectionId } = order.template
  if (!(await keepTemplate(tx, order.templateId, connectionId))) {
    throw new Conflict('The template was deleted meanwhile.', 'template_gone')
  }
  const id = randomUUID()
  const now = clock.now()
  const executions = executionsOf(id, order, now)
  await insertRequest(tx, {
    request: { ...requestOf(id, order, now), executionCount: executions.length },
    rows: order.rows.map((row, index) => ({
      requestId: id,
      index,
      values: storable({ ...row.values }),
      source: storable(row.source),
    })),
    executions,
  })
  await audit.record(tx, entryOf(id, order, executions.length))
  if (order.verifyAfter) await scheduleCheck(tx, id, order.verifyAfter)
  if (order.needsApproval) await events.raise(tx, requestWaits, waitsOf(id, order))
  database.afterCommit(() => void events.publish(driverWanted, { connection_id: connectionId }))
  return id
}

type InsertedRequest = Parameters<typeof insertRequest>[1]

function requestOf(id: string, order: NewRequest, now: Date): Omit<InsertedRequest['request'], 'executionCount'> {
  const { requester, source, needsApproval } = order
  return {
    id,
    templateId: order.templateId,
    template: order.template,
    userId: requester.id,
    username: requester.username,
    status: 'pending' satisfies RequestRow['status'],
    comment: storable(order.comment),
    rowCount: order.rows.length,
    warnings: [...order.warnings],
    relaunchOf: order.relaunchOf,
    source,
    sourceSavedQueryId: source?.saved_query ?? null,
    sourceSnapshotIds: snapshotsOf(source),
    selection: order.selection && storable(order.selection),
    approvalStatus: needsApproval ? 'waiting' : null,
    approvalExpiresAt: needsApproval ? new Date(now.getTime() + LONGEST_WAIT_MS) : null,
    verifyAfter: order.verifyAfter,
    createdAt: now,
    startedAt: needsApproval ? null : now,
  }
}

function executionsOf(requestId: string, order: NewRequest, now: Date): InsertedRequest['executions'][number][] {
  const { connectionId, jobTemplateId, executionMode } = order.template
  const launches = planLaunches(
    executionMode,
    order.rows.map(({ values }) => values),
    { requestId, requestedBy: order.requester.username },
  )
  return launches.map(({ rowIndex, extraVars }, position) => ({
    id: randomUUID(),
    requestId,
    position,
    rowIndex,
    connectionId,
    jobTemplateId,
    extraVars: storable({ ...extraVars }),
    status: 'pending',
    launch: 'queued',
    warnings: [],
    transitions: [],
    createdAt: now,
  }))
}

function entryOf(id: string, order: NewRequest, executions: number): Parameters<Audit['record']>[1] {
  const { template, requester, rows, relaunchOf } = order
  return {
    action: relaunchOf === null ? 'request_launch' : 'request_relaunch',
    description: `${rows.length} rows were launched from "${template.name}"${order.needsApproval ? ', to be approved' : ''}`,
    target: { type: 'automation_request', id },
    metadata: {
      template: order.templateId,
      job_template: template.jobTemplateId,
      rows: rows.length,
      executions,
      ...(relaunchOf !== null && { relaunch_of: relaunchOf }),
    },
    content: { comment: order.comment, source: order.source },
    actor: { userId: requester.id, username: requester.username },
  }
}

const waitsOf = (
  id: string,
  { templateId, template, requester, rows, source, relaunchOf }: NewRequest,
): Static<(typeof requestWaits)['schema']> => ({
  request_id: id,
  template_id: templateId,
  template_name: template.name,
  user_id: requester.id,
  username: requester.username,
  row_count: rows.length,
  scheduled_execution: relaunchOf === null ? (source?.scheduled_execution ?? null) : null,
})

const snapshotsOf = (source: RequestSource | null): string[] => [
  ...new Set([source?.snapshot, source?.snapshot_a, source?.snapshot_b].filter((id) => typeof id === 'string')),
]
