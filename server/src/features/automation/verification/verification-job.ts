import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { DAY, MINUTE, SECOND } from '../../../kernel/durations.ts'
import { defineJob } from '../../../platform/jobs/job.ts'

// The queue allows a job at most a day.
const LONGEST_RUN_MS = DAY - 20 * MINUTE
const JUDGING_MS = 10 * MINUTE

export type VerificationJob = ReturnType<typeof defineVerificationJob>

/** A check reads as much as a background run may. */
export function defineVerificationJob(backgroundTimeoutMs: number) {
  // Its run may wait as long as it may take.
  const runTimeoutMs = Math.min(backgroundTimeoutMs, LONGEST_RUN_MS / 2)
  return {
    runTimeoutMs,
    job: defineJob({
      name: 'verify-automation-request',
      payload: Type.Object({ verification_id: Uuid }),
      concurrency: 2,
      retries: 3,
      retryDelayMs: 10 * SECOND,
      timeoutMs: 2 * runTimeoutMs + JUDGING_MS,
      exclusive: true,
      takesTurns: true,
    }),
  }
}
