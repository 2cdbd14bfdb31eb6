import {
  Capacity,
  DashboardChanges,
  DashboardChangesQuery,
  DashboardStats,
  PlatformInfo,
} from '@heddle/contract/dashboard.ts'
import { admin, signedIn } from '../../kernel/access.ts'
import { instantParameter } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { CapacityService } from './capacity.service.ts'
import type { RecentChangesService } from './changes.service.ts'
import type { DashboardService } from './dashboard.service.ts'

type Services = {
  readonly dashboard: DashboardService
  readonly changes: RecentChangesService
  readonly capacity: CapacityService
}

export function dashboardRoutes({ dashboard, changes, capacity }: Services): readonly Route[] {
  return routes('Dashboard', (route) => {
    route.get(
      '/api/dashboard/stats/',
      {
        access: signedIn,
        summary: 'Get your counters',
        description: 'Of what you created and may see, counted for each request.',
        reply: DashboardStats,
      },
      async ({ caller }) => dashboard.stats(caller),
    )

    route.get(
      '/api/dashboard/platform-info/',
      {
        access: signedIn,
        summary: 'Get versions, uptime and the health of the services',
        description: 'Each service is contacted, at most every five seconds, and has two seconds to answer.',
        reply: PlatformInfo,
      },
      async () => dashboard.platformInfo(),
    )

    route.get(
      '/api/dashboard/capacity/',
      {
        access: admin,
        summary: 'Get threads, queues, budgets of controllers, database and last backup',
        description: 'What is in use at this moment, for a look; `/metrics` has it over time, for each process.',
        reply: Capacity,
      },
      async () => capacity.read(),
    )

    route.get(
      '/api/dashboard/changes/',
      {
        access: signedIn,
        summary: 'List what happened since you were last here',
        description:
          'Captures with changes, failed and late tasks, unmet expectations, automation requests and connections in trouble: ' +
          'what you may see of it.',
        query: DashboardChangesQuery,
        reply: DashboardChanges,
      },
      async ({ caller, query }) => changes.list(caller, instantParameter('since', query.since)),
    )
  })
}
