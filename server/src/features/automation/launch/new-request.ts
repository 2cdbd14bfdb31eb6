import { randomUUID } from 'node:crypto'
import type { RequestSource, VerifyBody } from '@heddle/contract/automation.ts'
import { type LaunchRow, planLaunches } from '@heddle/domain/automation/launch-variables.ts'
import type { Static } from 'typebox'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY } from '../../../kernel/durations.ts'
import { Conflict, orNotFound } from '../../../kernel/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import { driverWanted, requestWaits } from '../automation.events.ts'
import type { LaunchTemplate, Selection } from '../automation.tables.ts'
import { lockRequest, updateRequest } from '../follow/changes.store.ts'
import type { RequestChanges } from '../follow/request-changes.ts'
import { dropQueued, insertRequest, keepTemplate } from './launch.store.ts'

/** Rows to launch from a template that were checked against its columns. */
export type NewRequest = {
  readonly templateId: string
  readonly template: LaunchTemplate
  readonly requester: { readonly id: number; readonly username: string }
  readonly comment: string
  readonly rows: readonly { readonly values: LaunchRow; readonly source: LaunchRow | null }[]
  readonly source: RequestSource | null
  readonly selection: Selection | null
  readonly warnings: readonly string[]
  readonly verifyAfter: VerifyBody | null
  readonly needsApproval: boolean
  readonly relaunchOf: string | null
}

/** Has the source of a request checked once it has ended. */
export type SchedulesCheck = (tx: Executor, requestId: string, spec: VerifyBody) => Promise<unknown>

type Dependencies = {
  readonly database: Database
  readonly changes: RequestChanges
  readonly scheduleCheck: SchedulesCheck
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

const LONGEST_WAIT_MS = 7 * DAY

export type NewRequests = ReturnType<typeof createNewRequests>

/** How requests come to be, and what starts or drops those that wait for approval. */
export function createNewRequests({ database, changes, scheduleCheck, events, audit, clock }: Dependencies) {
  function wakeDriver(connectionId: string): void {
    database.afterCommit(() => void events.publish(driverWanted, { connection_id: connectionId }))
  }

  return {
    /** Inserts a request with its executions, which are launched after the commit unless it needs approval. */
    create: async (tx: Executor, order: NewRequest): Promise<string> => {
      const { template, requester, rows, source } = order
      if (!(await keepTemplate(tx, order.templateId, template.connectionId))) {
        throw new Conflict('The template was deleted meanwhile.', 'template_gone')
      }
      const now = clock.now()
      const id = randomUUID()
      const launches = planLaunches(
        template.executionMode,
        rows.map(({ values }) => values),
        { requestId: id, requestedBy: requester.username },
      )
      await insertRequest(tx, {
        request: {
          id,
          templateId: order.templateId,
          template,
          userId: requester.id,
          username: requester.username,
          status: 'pending',
          comment: storable(order.comment),
          rowCount: rows.length,
          executionCount: launches.length,
          warnings: [...order.warnings],
          relaunchOf: order.relaunchOf,
          source,
          sourceSavedQueryId: source?.saved_query ?? null,
          sourceSnapshotIds: snapshotsOf(source),
          selection: order.selection && storable(order.selection),
          approvalStatus: order.needsApproval ? 'waiting' : null,
          approvalExpiresAt: order.needsApproval ? new Date(now.getTime() + LONGEST_WAIT_MS) : null,
          verifyAfter: order.verifyAfter,
          createdAt: now,
          startedAt: order.needsApproval ? null : now,
        },
        rows: rows.map((row, index) => ({
          requestId: id,
          index,
          values: storable({ ...row.values }),
          source: storable(row.source),
        })),
        executions: launches.map(({ rowIndex, extraVars }, position) => ({
          id: randomUUID(),
          requestId: id,
          position,
          rowIndex,
          connectionId: template.connectionId,
          jobTemplateId: template.jobTemplateId,
          extraVars: storable({ ...extraVars }),
          status: 'pending',
          launch: 'queued',
          warnings: [],
          transitions: [],
          createdAt: now,
        })),
      })
      await audit.record(tx, {
        action: order.relaunchOf === null ? 'request_launch' : 'request_relaunch',
        description: `${rows.length} rows were launched from "${template.name}"${order.needsApproval ? ', to be approved' : ''}`,
        target: { type: 'automation_request', id },
        metadata: {
          template: order.templateId,
          job_template: template.jobTemplateId,
          rows: rows.length,
          executions: launches.length,
          ...(order.relaunchOf !== null && { relaunch_of: order.relaunchOf }),
        },
        content: { comment: order.comment, source },
        actor: { userId: requester.id, username: requester.username },
      })
      if (order.verifyAfter) await scheduleCheck(tx, id, order.verifyAfter)
      if (order.needsApproval) await events.raise(tx, requestWaits, waitsOf(id, order))
      wakeDriver(template.connectionId)
      return id
    },

    /** An approved request starts. */
    release: async (tx: Executor, id: string): Promise<void> => {
      const request = orNotFound(await lockRequest(tx, id))
      await updateRequest(tx, id, { startedAt: clock.now() })
      await changes.settleIn(tx, request, null)
    },

    /** A request that was declined, or waited too long, ends without having launched anything. */
    cancelWaiting: async (tx: Executor, id: string, why: string): Promise<void> => {
      const request = orNotFound(await lockRequest(tx, id))
      const warnings = [...request.warnings, why]
      await updateRequest(tx, id, { warnings })
      await dropQueued(tx, id, clock.now())
      await changes.settleIn(tx, { ...request, warnings }, null)
    },
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
