import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { auditFeature } from '../audit/index.ts'
import { automationConnectionDeleting, automationConnectionsFeature } from '../automation-connections/index.ts'
import { automationTemplateDeleting, automationTemplatesFeature } from '../automation-templates/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { rowWorkFeature } from '../row-work/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { snapshotsFeature } from '../snapshots/index.ts'
import { usersFeature } from '../users/index.ts'
import { approvalRoutes } from './approval/approval.routes.ts'
import { assembleAutomation } from './assemble.ts'
import { AUTOMATION_METRICS } from './automation.metrics.ts'
import { automationRoutes } from './automation.routes.ts'
import { followingRoutes } from './following.routes.ts'
import { proofRoutes } from './proof/proof.routes.ts'
import { verificationRoutes } from './verification/verification.routes.ts'

export type { LaunchService as AutomationLaunch } from './launch/launch.service.ts'
export { FOLLOW_UP_JOBS } from './follow-ups/follow-ups.ts'
export { holdQueuedLaunches } from './launch/launch.store.ts'
export { automationRequests } from './automation.tables.ts'
export { launchedBetween } from './requests/launched-between.ts'
export { seenRequests } from './requests/seen-requests.ts'
export type { RequestsService as AutomationRequests } from './requests/requests.service.ts'
export { requestDecided, requestEnded, requestWaits } from './automation.events.ts'

export const automationFeature = defineFeature({
  name: 'automation',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    controllerConnections: controllerConnectionsFeature,
    queries: queriesFeature,
    archive: archiveFeature,
    executions: executionsFeature,
    connections: automationConnectionsFeature,
    templates: automationTemplatesFeature,
    schedules: schedulesFeature,
    snapshots: snapshotsFeature,
    rowWork: rowWorkFeature,
  },
  metrics: AUTOMATION_METRICS,
  create: (platform, needed) =>
    assembleAutomation(platform, {
      ...needed,
      ...needed.users,
      ...needed.queries,
      ...needed.executions,
      ...needed.templates,
      ...needed.schedules,
      ...needed.snapshots,
      ...needed.rowWork,
    }),
  routes: ({ automation, following, approval, verification, proof }) => [
    ...automationRoutes(automation),
    ...approvalRoutes(approval, automation.requests),
    ...verificationRoutes(verification, automation.requests),
    ...proofRoutes(proof),
    ...followingRoutes(following),
  ],
  channels: ({ following }) => following.channels(),
  upkeep: ({ following, approval, verification }) => [
    ...following.upkeep(),
    { name: 'decline-expired-requests', cron: '20 * * * *', work: approval.expireWaiting },
    { name: 'heal-automation-verifications', cron: '* * * * *', work: verification.heal },
  ],
  listen: ({ automation, following, followUps, verification }, { events }) => {
    events.onRaised(automationTemplateDeleting, (tx, { template_id }) =>
      automation.requests.guardTemplate(tx, template_id),
    )
    events.onRaised(automationConnectionDeleting, (tx, { connection_id }) =>
      automation.requests.guardConnection(tx, connection_id),
    )
    automation.listen()
    following.listen()
    followUps.listen()
    verification.listen()
  },
  prepare: async ({ automation }, { database }) => {
    if (database.kind === 'embedded') await automation.takeOver()
  },
  start: ({ automation }, { config }) => {
    if (config.role !== 'api') automation.start()
  },
  stop: ({ automation }) => automation.stop(),
})
