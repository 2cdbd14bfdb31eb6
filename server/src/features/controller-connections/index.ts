export { connectionChanged } from './controller-connections.events.ts'
export { controllerConnectionRoutes } from './controller-connections.routes.ts'
export { type ControllerConnectionsService, createControllerConnectionsService } from './controller-connections.service.ts'
