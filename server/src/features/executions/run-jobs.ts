import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/job.ts'

/** What ending and storing a run may take beyond its deadline. */
export const STORING_MS = 2 * MINUTE
/** A job is given a day at most; its run ends before, also where longer ones are allowed. */
const LONGEST_RUN_MS = DAY - 10 * MINUTE
/** A run whose process died is taken up again this often in all. */
export const MOST_ATTEMPTS = 2

const Payload = Type.Object({ execution_id: Uuid })

export type RunJobs = ReturnType<typeof defineRunJobs>

/** The queues of runs: those on schedule have one of their own, so that they do not hold up people. */
export function defineRunJobs(backgroundTimeoutMs: number) {
  const runTimeoutMs = Math.min(backgroundTimeoutMs, LONGEST_RUN_MS)
  const settings = { payload: Payload, timeoutMs: runTimeoutMs + STORING_MS + MINUTE, retries: MOST_ATTEMPTS - 1, exclusive: true }
  return {
    runTimeoutMs,
    background: defineJob({ name: 'run-query', concurrency: 4, ...settings }),
    schedule: defineJob({ name: 'run-scheduled-query', concurrency: 6, ...settings }),
  }
}
