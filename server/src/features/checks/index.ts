import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { checkRoutes } from './checks.routes.ts'
import { createChecksService } from './checks.service.ts'

export const checksFeature = defineFeature({
  name: 'checks',
  needs: { audit: auditFeature, connections: controllerConnectionsFeature, executions: executionsFeature },
  create: ({ database, events, clock }, { audit, connections, executions: { runs, logs, taskSettings } }) =>
    createChecksService({
      database,
      runs,
      logs,
      taskSettings,
      connectionExists: connections.exists,
      events,
      audit,
      clock,
    }),
  routes: (checks) => checkRoutes(checks),
  upkeep: (checks) => [{ name: 'delete-expired-checks', cron: '50 * * * *', work: checks.deleteExpired }],
  listen: (checks) => checks.listen(),
})
