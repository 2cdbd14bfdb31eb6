import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { automationFeature } from '../automation/index.ts'
import { mimFeature } from '../mim/index.ts'
import { notificationsFeature } from '../notifications/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createChangesService } from './changes.service.ts'
import { createDashboardService } from './dashboard.service.ts'
import { createServiceHealth } from './service-health.ts'

/** Reads what other features know; stores nothing. */
export const dashboardFeature = defineFeature({
  name: 'dashboard',
  needs: {
    users: usersFeature,
    queries: queriesFeature,
    mim: mimFeature,
    archive: archiveFeature,
    schedules: schedulesFeature,
    automation: automationFeature,
    notifications: notificationsFeature,
  },
  create: ({ database, shared, jobs, clock, logger }, needed) => {
    const { users, queries, schedules } = { ...needed.users, ...needed.queries, ...needed.schedules }
    const { mim, archive, automation, notifications } = needed
    const health = createServiceHealth({
      probes: {
        database: database.ping,
        graph_store: mim.ping,
        cache: shared.ping,
        message_broker: async () => {
          await Promise.all([shared.pingBus(), jobs.ping()])
        },
      },
      clock,
      logger,
    })
    const { requests } = automation.automation
    const dashboard = createDashboardService({
      users,
      queries,
      schedules,
      requests,
      archive,
      notifications,
      mim,
      health,
      clock,
    })
    return { dashboard, changes: createChangesService({ database, clock }) }
  },
  routes: (services) => dashboardRoutes(services),
})
