import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { automationFeature, launchedBetween } from '../automation/index.ts'
import { checksFeature } from '../checks/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { snapshotsFeature } from '../snapshots/index.ts'
import { usersFeature } from '../users/index.ts'
import { changeRoutes } from './changes.routes.ts'
import { createChangesService } from './changes.service.ts'

export const changesFeature = defineFeature({
  name: 'changes',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    executions: executionsFeature,
    snapshots: snapshotsFeature,
    checks: checksFeature,
    automation: automationFeature,
  },
  create: ({ database, events, jobs, clock, logger }, { audit, connections, checks, ...needed }) => {
    const { logs, results } = needed.executions
    const { snapshots, history } = needed.snapshots
    return createChangesService({
      ...{ database, events, jobs, clock, logger, audit, connections, checks, logs, results, history, launchedBetween },
      users: needed.users.users,
      captureRun: snapshots.captureRun,
    })
  },
  routes: (changes) => changeRoutes(changes),
  listen: (changes) => changes.listen(),
})
