import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { automationConnectionChanged } from './automation-connections.events.ts'
import { automationConnectionRoutes } from './automation-connections.routes.ts'
import { createAutomationConnectionsService } from './automation-connections.service.ts'

export { automationConnectionDeleting } from './automation-connections.events.ts'
export type { AutomationConnectionsService } from './automation-connections.service.ts'
export type { AutomationConnectionRow } from './automation-connections.store.ts'
export { automationConnections } from './automation-connections.tables.ts'

export const automationConnectionsFeature = defineFeature({
  name: 'automation-connections',
  needs: { audit: auditFeature },
  create: ({ database, secrets, automation, outbound, events, clock }, { audit }) =>
    createAutomationConnectionsService({ database, secrets, automation, outbound, events, audit, clock }),
  routes: (connections) => automationConnectionRoutes(connections),
  sealedColumns: [{ table: 'automation_connections', column: 'token_sealed', idColumn: 'id' }],
  listen: (_connections, { events, automation }) =>
    events.on(automationConnectionChanged, ({ connection_id }) => automation.drop(connection_id)),
})
