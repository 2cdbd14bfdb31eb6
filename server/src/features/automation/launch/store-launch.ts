import { executionStatusOf } from '@heddle/domain/automation/states.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import { type LockedExecution, type RequestRow, updateExecution } from '../follow/changes.store.ts'
import { moveTo, reportOf } from '../follow/execution-reports.ts'
import type { RequestChanges } from '../follow/request-changes.ts'
import { type LaunchOutcome, warningsOf } from './launch-outcome.ts'

type Dependencies = {
  readonly changes: RequestChanges
  readonly audit: Audit
  readonly clock: Clock
  readonly pollIntervalMs: number
  readonly jobTimeoutMs: number
}
type Launched = Extract<LaunchOutcome, { kind: 'launched' }>

export type LaunchStored = (executionId: string, outcome: LaunchOutcome) => Promise<boolean>

/** Short jobs end before the first usual poll. */
const FIRST_POLL_MS = SECOND

/** Stores how a launch went, once: an answer that comes after it was given up still counts, because its job runs. */
export function createLaunchStored({
  changes,
  audit,
  clock,
  pollIntervalMs,
  jobTimeoutMs,
}: Dependencies): LaunchStored {
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  async function storeJob(tx: Executor, execution: LockedExecution, { launched, jobUrl }: Launched): Promise<void> {
    const { job, ignoredFields } = launched
    const attached: LockedExecution = { ...execution, jobId: job.id, error: null }
    const opened = execution.launch === 'uncertain' ? reopen(attached) : attached
    await updateExecution(tx, execution.id, {
      jobId: job.id,
      error: null,
      status: opened.status,
      transitions: opened.transitions,
      finishedAt: opened.finishedAt,
      outputCompleteAt: opened.outputCompleteAt,
      jobKind: job.kind,
      jobUrl,
      launch: 'launched',
      jobStatus: job.status,
      ignoredFields: storable(ignoredFields ?? null),
      warnings: storable([...execution.warnings, ...warningsOf(launched)]),
      pollAt: after(Math.min(pollIntervalMs, FIRST_POLL_MS)),
      deadlineAt: after(jobTimeoutMs),
      ...reportOf(opened, job, clock.now()),
    })
  }

  async function storeFailure(
    tx: Executor,
    execution: LockedExecution,
    outcome: Exclude<LaunchOutcome, Launched>,
  ): Promise<void> {
    await updateExecution(tx, execution.id, {
      launch: outcome.kind,
      error: storable(outcome.error),
      ...moveTo(execution, 'error', clock.now()),
    })
  }

  /** An execution that had ended as an error goes on. */
  function reopen(execution: LockedExecution): LockedExecution {
    const transitions = [
      ...execution.transitions,
      { from: execution.status, to: 'pending' as const, at: timestamp(clock.now()) },
    ]
    return { ...execution, status: 'pending', transitions, finishedAt: null, outputCompleteAt: null }
  }

  return (executionId, outcome) =>
    changes.inExecution(executionId, async (tx, execution, request) => {
      const isLate = execution.launch === 'uncertain' && outcome.kind === 'launched'
      if (execution.jobId !== null || (execution.launch !== 'launching' && !isLate)) return false
      if (outcome.kind === 'launched') await storeJob(tx, execution, outcome)
      else await storeFailure(tx, execution, outcome)
      await audit.record(tx, entryOf(request, execution, outcome))
      return true
    })
}

function entryOf(
  request: RequestRow,
  execution: LockedExecution,
  outcome: LaunchOutcome,
): Parameters<Audit['record']>[1] {
  const { name } = request.template
  return {
    action: 'job_launch',
    description:
      outcome.kind === 'launched'
        ? `Job ${outcome.launched.job.id} was launched from "${name}"`
        : `A job could not be launched from "${name}": ${outcome.error}`,
    target: { type: 'automation_execution', id: execution.id },
    metadata: {
      request: request.id,
      row_index: execution.rowIndex,
      result: outcome.kind,
      ...(outcome.kind === 'launched' && {
        job: outcome.launched.job.id,
        job_status: executionStatusOf(outcome.launched.job.status),
      }),
    },
    actor: { userId: request.userId, username: request.username },
  }
}
