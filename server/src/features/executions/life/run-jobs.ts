import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { DAY, MINUTE } from '../../../kernel/durations.ts'
import { defineJob } from '../../../platform/jobs/job.ts'

/** How long ending and storing a run may take after its deadline. */
export const STORING_MS = 2 * MINUTE
/** The queue allows a job at most a day; its run must end before that, even where a longer time-out is configured. */
const LONGEST_RUN_MS = DAY - 10 * MINUTE
/** How often a run can be claimed in all, counting attempts whose process died. */
export const MAX_ATTEMPTS = 2

const Payload = Type.Object({ execution_id: Uuid })

export type RunJobs = ReturnType<typeof defineRunJobs>

/** The queues of runs. Scheduled runs have a separate one, so that they do not hold up users. */
export function defineRunJobs(backgroundTimeoutMs: number) {
  const runTimeoutMs = Math.min(backgroundTimeoutMs, LONGEST_RUN_MS)
  const settings = { payload: Payload, timeoutMs: runTimeoutMs + STORING_MS + MINUTE, retries: MAX_ATTEMPTS - 1, exclusive: true }
  return {
    runTimeoutMs,
    background: defineJob({ name: 'run-query', concurrency: 4, ...settings }),
    schedule: defineJob({ name: 'run-scheduled-query', concurrency: 6, ...settings }),
  }
}
