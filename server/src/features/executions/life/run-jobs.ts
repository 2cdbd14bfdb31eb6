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

export type RunJobLimits = {
  /** Longest time that a run may take; it may wait as long for its turns. */
  readonly timeoutMs: number
  /** Most background runs that one process has at a time. */
  readonly background: number
  readonly scheduled: number
}

export type RunJobs = ReturnType<typeof defineRunJobs>

/** The queues of runs. Scheduled runs have a separate one, so that they do not hold up users. */
export function defineRunJobs({ timeoutMs, background, scheduled }: RunJobLimits) {
  const runTimeoutMs = Math.min(timeoutMs, LONGEST_RUN_MS)
  const mostWaitMs = Math.min(runTimeoutMs, LONGEST_RUN_MS - runTimeoutMs)
  const longestMs = runTimeoutMs + mostWaitMs
  const settings = {
    payload: Payload,
    timeoutMs: longestMs + STORING_MS + MINUTE,
    retries: MAX_ATTEMPTS - 1,
    exclusive: true,
    takesTurns: true,
    // The claim of the run, which is durable, says that somebody began, and whether it has ended.
    keepsAccount: true,
    // The end of another run may send it: it belongs to the trace that its own request has left.
    isTraced: false,
  }
  return {
    runTimeoutMs,
    mostWaitMs,
    /** From its claim to its end, waiting included. */
    longestMs,
    background: defineJob({ name: 'run-query', concurrency: background, ...settings }),
    schedule: defineJob({ name: 'run-scheduled-query', concurrency: scheduled, ...settings }),
  }
}
