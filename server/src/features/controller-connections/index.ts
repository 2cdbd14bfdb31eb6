import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { budgetsChanged, connectionChanged } from './controller-connections.events.ts'
import { controllerConnectionRoutes } from './controller-connections.routes.ts'
import { createControllerConnectionsService } from './controller-connections.service.ts'

export { connectionName, connectionNames } from './connection-names.ts'
export { connectionChanged, connectionTested } from './controller-connections.events.ts'
export type { ConnectionRow } from './controller-connections.store.ts'
export { controllerConnections } from './controller-connections.tables.ts'
export { presentBudget } from './controller-connections.presenter.ts'
export type { ObjectReader, ObjectsRead } from './read-objects.ts'
export type { ControllerConnectionsService } from './controller-connections.service.ts'

export const controllerConnectionsFeature = defineFeature({
  name: 'controller-connections',
  needs: { audit: auditFeature },
  create: ({ database, secrets, controllers, outbound, events, clock }, { audit }) =>
    createControllerConnectionsService({ database, secrets, controllers, outbound, events, audit, clock }),
  routes: (connections) => controllerConnectionRoutes(connections),
  sealedColumns: [{ table: 'controller_connections', column: 'password_sealed', idColumn: 'id' }],
  listen: (connections, { events, controllers }) => {
    events.on(connectionChanged, ({ connection_id }) => controllers.drop(connection_id))
    events.on(budgetsChanged, () => connections.forgetBudgets())
  },
})
