import type {
  AutomationExecution,
  AutomationRequest,
  AutomationRequestDetail,
  LaunchedRow as WireRow,
  Verification,
} from '@heddle/contract/automation.ts'
import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/instants.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import type { BlamedRowOfRequest } from './requests.service.ts'
import type { ShownRequest } from './requests.store.ts'

export const requestChannelOf = (requestId: string): string => `/ws/automation/request/${requestId}/`

/** Row to wire shape, with the newest of its checks. */
export function presentRequest(row: ShownRequest, checks: readonly Verification[]): AutomationRequest {
  return {
    id: row.id,
    template: row.templateExists ? row.templateId : null,
    template_name: row.template.name,
    user: row.username,
    status: row.status,
    execution_mode: row.template.executionMode,
    row_count: row.rowCount,
    execution_count: row.executionCount,
    executions_complete: row.executionsComplete,
    created_at: timestamp(row.createdAt),
    started_at: timestamp(row.startedAt),
    finished_at: timestamp(row.finishedAt),
    scm_commit_sha: row.scmRevision,
    comment: row.comment,
    cancel_requested: row.cancelRequestedAt !== null,
    warnings: row.warnings,
    relaunch_of: row.relaunchOf,
    source: row.source,
    approval:
      row.approvalStatus === null
        ? null
        : {
            status: row.approvalStatus,
            decided_by: row.approvalDecidedBy,
            decided_at: timestamp(row.approvalDecidedAt),
            note: row.approvalNote ?? '',
          },
    verification: checks.at(-1) ?? null,
    channel: requestChannelOf(row.id),
  }
}

export const presentRequestDetail = (row: ShownRequest, checks: readonly Verification[]): AutomationRequestDetail => ({
  ...presentRequest(row, checks),
  verifications: checks.slice(0, -1),
})

export const presentRow = ({ index, values, source, blame }: BlamedRowOfRequest): Static<typeof WireRow> => ({
  index,
  values,
  source,
  ...(blame && { blame }),
})

export function presentExecution(row: AutomationExecutionRow): AutomationExecution {
  return {
    id: row.id,
    request: row.requestId,
    row_index: row.rowIndex,
    automation_job_id: row.jobId,
    automation_job_url: row.jobUrl,
    status: row.status,
    job_status: row.jobStatus,
    launch_uncertain: row.launch === 'uncertain',
    error: row.error,
    created_at: timestamp(row.createdAt),
    started_at: timestamp(row.startedAt),
    finished_at: timestamp(row.finishedAt),
    scm_commit_sha: row.scmRevision,
    artifacts: row.artifacts,
    ignored_fields: row.ignoredFields,
    warnings: row.warnings,
    stdout_preview: row.outputPreview,
    stdout_bytes: row.outputBytes,
    stdout_complete: row.outputCompleteAt !== null,
    extra_vars_snapshot: row.extraVars,
  }
}
