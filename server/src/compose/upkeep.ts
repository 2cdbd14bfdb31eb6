import { Type } from 'typebox'
import type { AuthService } from '../features/auth/index.ts'
import type { ExecutionsService } from '../features/executions/index.ts'
import { MINUTE } from '../platform/durations.ts'
import { defineJob } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

type Services = { readonly auth: AuthService; readonly executions: ExecutionsService }

const Nothing = Type.Object({})

/** Housekeeping that one process does for all, in small batches. */
export function registerUpkeep(jobs: Jobs, { auth, executions }: Services): void {
  const upkeep = [
    { name: 'end-lost-runs', cron: '* * * * *', work: () => executions.endLostRuns() },
    { name: 'delete-expired-execution-logs', cron: '40 * * * *', work: () => executions.deleteExpiredLogs() },
    { name: 'delete-ended-sessions', cron: '10 * * * *', work: () => auth.deleteEndedSessions() },
  ]
  for (const { name, cron, work } of upkeep) {
    const job = defineJob({ name, payload: Nothing, timeoutMs: 10 * MINUTE })
    jobs.register(job, async () => {
      await work()
    })
    jobs.schedule(job, cron, {})
  }
}
