import type { Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { lockUserAgainstDeletion } from '../../users/index.ts'
import type { RunJobs } from './run-jobs.ts'
import { type AdmittedRun, admitOldest, countOpenBackground } from './queue.store.ts'
import type { TaskSettingsService } from '../settings/task-settings.service.ts'
import { lockUserOfRuns } from '../settings/task-settings.store.ts'

type Dependencies = {
  readonly jobs: Jobs
  readonly runJobs: RunJobs
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly clock: Clock
}

export type RunAdmission = ReturnType<typeof createAdmission>

/**
 * Limits how many background runs a user has at once, as set in their task settings; the others are queued in request
 * order.
 */
export function createAdmission({ jobs, runJobs, taskSettings, clock }: Dependencies) {
  async function admit(tx: Executor, userId: number): Promise<void> {
    const { waiting, admitted } = await countOpenBackground(tx, userId)
    if (waiting === 0) return
    const { maxConcurrentBackground } = await taskSettings.of(userId, tx)
    const free = maxConcurrentBackground - admitted
    if (free <= 0) return
    await send(tx, 'background', await admitOldest(tx, userId, free, clock.now()))
  }

  /** The singleton key keeps a run that already has a queued or active job from getting a second one. */
  function send(
    tx: Executor | undefined,
    trigger: 'background' | 'schedule',
    runs: readonly AdmittedRun[],
  ): Promise<void> {
    const sendings = runs.map(({ id, userId, group }) => ({
      payload: { execution_id: id },
      singletonKey: id,
      ...(userId !== null && { lane: { user: userId, group } }),
    }))
    return jobs.sendMany(runJobs[trigger], sendings, tx && { tx })
  }

  return {
    /** Call it before touching the rows of any run: every transaction locks users first. */
    lock: lockUserOfRuns,
    /** For callers that admit no run: only keeps the user from being deleted. */
    lockAgainstDeletion: lockUserAgainstDeletion,
    /** Starts as many queued runs as the limit allows. The user must be locked. */
    admit,
    send,
  }
}
