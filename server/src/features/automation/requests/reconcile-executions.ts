import { isMarkedBy } from '@heddle/domain/automation/launch-variables.ts'
import { type AutomationServer, type AutomationJob } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR } from '../../../kernel/durations.ts'
import { Conflict, orNotFound, OUTAGE_RETRY_MS, ServiceUnavailable } from '../../../kernel/errors.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Audit } from '../../audit/index.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import { updateExecution } from '../follow/changes.store.ts'
import type { RequestChanges } from '../follow/request-changes.ts'
import type { Servers } from '../follow/servers.ts'
import type { LaunchStored } from '../launch/store-launch.ts'
import { findSeenExecution } from './executions.store.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

type Dependencies = {
  readonly database: Database
  readonly servers: Servers
  readonly changes: RequestChanges
  readonly storeLaunch: LaunchStored
  readonly audit: Audit
  readonly clock: Clock
}

const MOST_JOBS = 1_000
/** The clock of the automation server may be behind. */
const BEFORE_LAUNCH_MS = HOUR

/** Looks for the job of a launch whose answer was lost, and follows it if there is one. */
export function createReconcileExecutions({ database, servers, changes, storeLaunch, audit, clock }: Dependencies) {
  async function look(execution: AutomationExecutionRow, signal: AbortSignal): Promise<AutomationJob | undefined> {
    const server = await servers.server(execution.connectionId)
    if (!server) throw new Conflict('The automation connection was deleted.', 'connection_gone')
    try {
      return await findMarked(server, execution, signal)
    } catch (error: unknown) {
      if (!(error instanceof AutomationFailure)) throw error
      throw new ServiceUnavailable(`The automation server could not be asked: ${error.message}`, OUTAGE_RETRY_MS)
    }
  }

  function noteAbsence(id: string): Promise<boolean> {
    const error =
      `The answer to the launch was lost, and at ${timestamp(clock.now())} the automation server had no job for it ` +
      'among those that the account sees. It may have been deleted, or its job template takes no variables.'
    return changes.inExecution(id, async (tx, execution) => {
      if (execution.launch !== 'uncertain') return false
      await updateExecution(tx, id, { error })
      return true
    })
  }

  return async (caller: Caller, id: string, signal: AbortSignal): Promise<void> => {
    const execution = orNotFound(await findSeenExecution(database.db, caller, id))
    if (execution.jobId !== null)
      throw new Conflict('The execution already has a job.', 'has_job', { job: execution.jobId })
    if (execution.launch !== 'uncertain')
      throw new Conflict('This launch is not uncertain, so there is nothing to reconcile.', 'not_uncertain')
    const job = await look(execution, signal)
    if (job) {
      const jobUrl = await servers.jobUrl(execution.connectionId, job)
      await storeLaunch(id, { kind: 'launched', launched: { job, ignoredFields: undefined }, jobUrl })
    } else {
      await noteAbsence(id)
    }
    await audit.record(database.db, {
      action: 'execution_reconcile',
      description: job
        ? `Job ${job.id} was found for a launch whose answer was lost`
        : 'No job was found for a launch whose answer was lost',
      target: { type: 'automation_execution', id },
      metadata: { request: execution.requestId, row_index: execution.rowIndex, job: job?.id ?? null },
    })
  }
}

/** Among the jobs since the launch. */
async function findMarked(
  server: AutomationServer,
  execution: AutomationExecutionRow,
  signal: AbortSignal,
): Promise<AutomationJob | undefined> {
  const since = (execution.launchStartedAt ?? execution.createdAt).getTime() - BEFORE_LAUNCH_MS
  let seen = 0
  for await (const job of server.recentJobs(execution.jobTemplateId, signal)) {
    if (isMarkedBy(job.extraVars, execution.requestId, execution.rowIndex)) return job
    const isOlder = job.createdAt !== null && job.createdAt.getTime() < since
    // Workflow jobs come first, and the jobs after them are newer again.
    if ((isOlder && job.kind === 'job') || ++seen >= MOST_JOBS) return undefined
  }
  return undefined
}
