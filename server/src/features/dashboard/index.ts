import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { automationFeature } from '../automation/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { mimFeature } from '../mim/index.ts'
import { notificationsFeature } from '../notifications/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createCapacityService } from './capacity.service.ts'
import { createRecentChanges } from './changes.service.ts'
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
    connections: controllerConnectionsFeature,
    executions: executionsFeature,
    schedules: schedulesFeature,
    automation: automationFeature,
    notifications: notificationsFeature,
  },
  create: (platform, needed) => {
    const { database, shared, jobs, clock, logger } = platform
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
    const { engines, planners } = needed.executions
    const capacity = createCapacityService({ platform, engines, planners, connections: needed.connections })
    return { dashboard, changes: createRecentChanges({ database, clock }), capacity }
  },
  routes: (services) => dashboardRoutes(services),
})
