import { type DashboardStats, type PlatformInfo, type ServiceCheck, SERVICE_NAMES } from '@heddle/contract/dashboard.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { VERSION } from '../../kernel/product-version.ts'
import type { SnapshotArchive } from '../archive/index.ts'
import type { AutomationRequests } from '../automation/index.ts'
import type { MimService } from '../mim/index.ts'
import type { NotificationsService } from '../notifications/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { UsersService } from '../users/index.ts'
import type { createServiceHealth } from './service-health.ts'

type Dependencies = {
  readonly users: Pick<UsersService, 'find'>
  readonly queries: Pick<SavedQueriesService, 'countersOf'>
  readonly schedules: Pick<SchedulesService, 'countsOf'>
  readonly requests: Pick<AutomationRequests, 'countLaunchedBy'>
  readonly archive: Pick<SnapshotArchive, 'countCapturedBy'>
  readonly notifications: Pick<NotificationsService, 'countUnread'>
  readonly mim: Pick<MimService, 'installedVersion'>
  readonly health: ReturnType<typeof createServiceHealth>
  readonly clock: Clock
}

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService({
  users,
  queries,
  schedules,
  requests,
  archive,
  notifications,
  mim,
  health,
  clock,
}: Dependencies) {
  const startedAt = clock.now().getTime()

  return {
    stats: async ({ id }: Caller): Promise<DashboardStats> => {
      const weekAgo = new Date(clock.now().getTime() - 7 * DAY)
      const { user } = await users.find(id)
      return {
        saved_queries: (await queries.countersOf([id])).get(id)?.query_count ?? 0,
        scheduled_tasks: await schedules.countsOf(id),
        automation_requests_7d: await requests.countLaunchedBy(id, weekAgo),
        snapshots_7d: await archive.countCapturedBy(id, weekAgo),
        unread_notifications: await notifications.countUnread(id),
        last_login: timestamp(user.lastLogin),
      }
    },

    platformInfo: async (): Promise<PlatformInfo> => {
      const checks = await health.read()
      const version = mim.installedVersion()
      return {
        version: VERSION,
        controller_version: version?.controllerVersion ?? null,
        mim_installed_at: version ? timestamp(version.importedAt) : null,
        uptime_seconds: Math.floor((clock.now().getTime() - startedAt) / SECOND),
        services: forEach((name) => checks[name].status),
        checks: forEach((name) => checks[name]),
      }
    },
  }
}

const forEach = <Value extends ServiceCheck | ServiceCheck['status']>(
  valueOf: (name: (typeof SERVICE_NAMES)[number]) => Value,
) =>
  Object.fromEntries(SERVICE_NAMES.map((name) => [name, valueOf(name)])) as Record<
    (typeof SERVICE_NAMES)[number],
    Value
  >
