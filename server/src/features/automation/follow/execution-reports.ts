import type { JobExecutionStatus } from '@heddle/contract/automation.ts'
import { executionStatusOf, isExecutionEnded, movesOn } from '@heddle/domain/automation/states.ts'
import type { AutomationJob, JobDetail } from '../../../adapters/automation-server/automation-server.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import { type LockedExecution, updateExecution } from './changes.store.ts'
import type { RequestChanges } from './request-changes.ts'

type Dependencies = { readonly changes: RequestChanges; readonly clock: Clock }

export type ExecutionReports = {
  /** What a poll or a detail said. */
  readonly apply: (executionId: string, job: AutomationJob | JobDetail) => Promise<boolean>
  /** A status alone, for when the job itself cannot be read. */
  readonly applyStatus: (executionId: string, jobStatus: string) => Promise<boolean>
  /** Ends an execution whose job cannot be followed any further. */
  readonly giveUp: (executionId: string, error: string) => Promise<boolean>
}

/** Applies what the automation server says about jobs, in whatever order and however often it arrives. */
export function createExecutionReports({ changes, clock }: Dependencies): ExecutionReports {
  return {
    apply: (executionId, job) =>
      changes.inExecution(executionId, async (tx, execution) => {
        const changed = reportOf(execution, job, clock.now())
        if (changed) await updateExecution(tx, executionId, changed)
        return changed !== undefined
      }),

    applyStatus: (executionId, jobStatus) =>
      changes.inExecution(executionId, async (tx, execution) => {
        const to = executionStatusOf(jobStatus)
        if (to === undefined || !movesOn(execution.status, to)) return false
        await updateExecution(tx, executionId, { jobStatus, ...moveTo(execution, to, clock.now()) })
        return true
      }),

    giveUp: (executionId, error) =>
      changes.inExecution(executionId, async (tx, execution) => {
        if (isExecutionEnded(execution.status)) return false
        await updateExecution(tx, executionId, { ...moveTo(execution, 'error', clock.now()), error: storable(error) })
        return true
      }),
  }
}

/**
 * The columns of a status change. An execution without a job has no output to wait for; one with a job ends before its
 * output is read.
 */
export function moveTo(execution: LockedExecution, to: JobExecutionStatus, now: Date): Partial<AutomationExecutionRow> {
  const transitions = [...execution.transitions, { from: execution.status, to, at: timestamp(now) }]
  if (!isExecutionEnded(to)) return { status: to, transitions }
  return {
    status: to,
    transitions,
    finishedAt: execution.finishedAt ?? now,
    pollAt: null,
    deadlineAt: null,
    ...(execution.jobId === null && { outputCompleteAt: now }),
  }
}

/** Undefined if the report says nothing new. */
export function reportOf(
  execution: LockedExecution,
  job: AutomationJob | JobDetail,
  now: Date,
): Partial<AutomationExecutionRow> | undefined {
  const facts = factsOf(execution, job)
  const to = executionStatusOf(job.status)
  if (to !== undefined && movesOn(execution.status, to)) {
    return {
      ...facts,
      jobStatus: job.status,
      ...moveTo(execution, to, now),
      ...(isExecutionEnded(to) && { finishedAt: job.finishedAt ?? now }),
    }
  }
  // `new`, `pending` and `waiting` are one status here; a report that is late is not shown.
  if (to === execution.status && job.status !== execution.jobStatus) return { ...facts, jobStatus: job.status }
  return Object.keys(facts).length > 0 ? facts : undefined
}

/** What is known only now. The first word on each counts, and an error of ours is not replaced. */
function factsOf(execution: LockedExecution, job: AutomationJob | JobDetail): Partial<AutomationExecutionRow> {
  const explanation = [job.explanation, 'traceback' in job ? job.traceback : '']
    .filter((text) => text !== '')
    .join('\n')
  return {
    ...(execution.startedAt === null && job.startedAt !== null && { startedAt: job.startedAt }),
    ...(execution.scmRevision === null && job.revision !== '' && { scmRevision: storable(job.revision) }),
    ...(execution.error === null && explanation !== '' && { error: storable(explanation) }),
    ...('artifacts' in job &&
      hasEnded(job) &&
      execution.artifacts === null && { artifacts: storable(job.artifacts ?? {}) }),
  }
}

const hasEnded = (job: AutomationJob): boolean => {
  const status = executionStatusOf(job.status)
  return status !== undefined && isExecutionEnded(status)
}
