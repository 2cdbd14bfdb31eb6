import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { keepUser } from '../users/index.ts'
import type { RunJobs } from './run-jobs.ts'
import { admitOldest, countOpenBackground } from './runs.store.ts'
import type { TaskSettingsService } from './task-settings.service.ts'
import { lockUserOfRuns } from './task-settings.store.ts'

type Dependencies = {
  readonly jobs: Jobs
  readonly runJobs: RunJobs
  readonly taskSettings: TaskSettingsService
  readonly clock: Clock
}

export type Admission = ReturnType<typeof createAdmission>

/** Which runs in the background may begin: as many of a user as the own settings say, the others wait in the order they were asked for. */
export function createAdmission({ jobs, runJobs, taskSettings, clock }: Dependencies) {
  async function admit(tx: Executor, userId: number): Promise<void> {
    const { waiting, admitted } = await countOpenBackground(tx, userId)
    if (waiting === 0) return
    const { maxConcurrentBackground } = await taskSettings.of(userId, tx)
    const free = maxConcurrentBackground - admitted
    if (free <= 0) return
    await send(tx, 'background', await admitOldest(tx, userId, free, clock.now()))
  }

  /** A run of which a job waits or works already gets no second one. */
  function send(tx: Executor | undefined, trigger: 'background' | 'schedule', ids: readonly string[]): Promise<void> {
    const sendings = ids.map((id) => ({ payload: { execution_id: id }, singletonKey: id }))
    return jobs.sendMany(runJobs[trigger], sendings, tx && { tx })
  }

  return {
    /** Before the rows of any run are touched: users are locked first everywhere. */
    lock: lockUserOfRuns,
    /** The same for whoever admits nobody. */
    keep: keepUser,
    /** Lets those begin that may, for a user who is locked. */
    admit,
    send,
  }
}
