import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { snapshotsFeature } from '../snapshots/index.ts'
import { usersFeature } from '../users/index.ts'
import { checkRoutes } from './checks.routes.ts'
import { createChecksService } from './checks.service.ts'

export { checkFinished, checkResultChanged } from './checks.events.ts'
export { checkFindings, checkResults, checks } from './checks.tables.ts'
export type { ChecksService } from './checks.service.ts'
export type { SelectedQuery } from './select-queries.ts'

export const checksFeature = defineFeature({
  name: 'checks',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    executions: executionsFeature,
    snapshots: snapshotsFeature,
  },
  create: ({ database, events, jobs, clock }, needed) => {
    const { audit, connections } = needed
    const { runs, logs, taskSettings } = needed.executions
    return createChecksService({
      ...{ database, jobs, ...needed.users, ...needed.queries, history: needed.snapshots.history },
      runs,
      logs,
      taskSettings,
      connectionExists: connections.exists,
      events,
      audit,
      clock,
    })
  },
  routes: (checks) => checkRoutes(checks),
  upkeep: (checks) => [{ name: 'delete-expired-checks', cron: '50 * * * *', work: checks.deleteExpired }],
  listen: (checks) => checks.listen(),
})
