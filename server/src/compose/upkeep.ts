import { Type } from 'typebox'
import type { Archive } from '../features/archive/index.ts'
import type { AuditService } from '../features/audit/index.ts'
import type { ExecutionsService } from '../features/executions/index.ts'
import type { MimRegistryService } from '../features/mim-registry/index.ts'
import type { NotificationsService } from '../features/notifications/index.ts'
import type { SchedulesService } from '../features/schedules/index.ts'
import type { SnapshotsService } from '../features/snapshots/index.ts'
import { MINUTE } from '../kernel/durations.ts'
import { defineJob } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Outbox } from '../platform/mail/outbox.ts'
import type { createIdentity } from './identity.ts'

type Services = Pick<ReturnType<typeof createIdentity>, 'sessions' | 'signIn' | 'passwords' | 'verification'> & {
  readonly executions: ExecutionsService
  readonly schedules: SchedulesService
  readonly snapshots: SnapshotsService
  readonly archive: Archive
  readonly notifications: NotificationsService
  readonly mimRegistry: MimRegistryService
  readonly outbox: Outbox
  readonly auditLog: AuditService
}

const Nothing = Type.Object({})

/** Housekeeping that one process does for all others, in small batches. */
export function registerUpkeep(jobs: Jobs, services: Services): void {
  const {
    sessions,
    signIn,
    passwords,
    verification,
    executions,
    schedules,
    snapshots,
    archive,
    notifications,
    mimRegistry,
    outbox,
    auditLog,
  } = services
  const upkeep = [
    { name: 'end-lost-runs', cron: '* * * * *', work: () => executions.endLostRuns() },
    { name: 'delete-expired-execution-logs', cron: '40 * * * *', work: () => executions.deleteExpiredLogs() },
    { name: 'send-due-notification-mails', cron: '* * * * *', work: () => notifications.sendDueMails() },
    { name: 'heal-scheduled-firings', cron: '* * * * *', work: () => schedules.healFirings() },
    { name: 'delete-expired-scheduled-executions', cron: '45 * * * *', work: () => schedules.deleteExpired() },
    // Cron times are in UTC, regardless of the time zone of the machine.
    { name: 'delete-expired-snapshots', cron: '30 3 * * *', work: () => snapshots.cleanUpAll() },
    { name: 'sweep-snapshots', cron: '55 * * * *', work: () => archive.sweep() },
    { name: 'delete-old-notifications', cron: '50 * * * *', work: () => notifications.deleteOld() },
    { name: 'delete-ended-sessions', cron: '10 * * * *', work: () => sessions.deleteEnded() },
    { name: 'delete-expired-logins', cron: '12 * * * *', work: () => signIn.deleteExpired() },
    { name: 'delete-expired-resets', cron: '14 * * * *', work: () => passwords.deleteExpired() },
    { name: 'delete-expired-verifications', cron: '16 * * * *', work: () => verification.deleteExpired() },
    { name: 'delete-expired-audit-entries', cron: '25 * * * *', work: () => auditLog.deleteExpired() },
    { name: 'resume-lost-mim-imports', cron: '* * * * *', work: () => mimRegistry.resumeLost() },
    { name: 'delete-old-mim-imports', cron: '35 3 * * *', work: () => mimRegistry.deleteOld() },
    { name: 'delete-old-mails', cron: '20 3 * * *', work: () => outbox.deleteOld() },
  ]
  for (const { name, cron, work } of upkeep) {
    const job = defineJob({ name, payload: Nothing, timeoutMs: 10 * MINUTE })
    jobs.register(job, async () => {
      await work()
    })
    jobs.schedule(job, cron, {})
  }
}
