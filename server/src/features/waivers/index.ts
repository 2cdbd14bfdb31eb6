import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { usersFeature } from '../users/index.ts'
import { waiverRoutes } from './waivers.routes.ts'
import { createWaiversService } from './waivers.service.ts'

export { waiverExpired } from './waivers.events.ts'
export type { WaiversService } from './waivers.service.ts'
export type { WaiverRow } from './waivers.tables.ts'
export { mayWaive, untilFaults, type WaiverContent } from './write-waivers.ts'

export const waiversFeature = defineFeature({
  name: 'waivers',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
  },
  create: ({ database, events, clock }, { audit, connections }) =>
    createWaiversService({ database, connectionExists: connections.exists, events, audit, clock }),
  routes: (waivers, { clock }) => waiverRoutes(waivers, () => clock.now()),
  upkeep: (waivers) => [{ name: 'expire-waivers', cron: '* * * * *', work: waivers.expire }],
})
