export { userManagementRoutes } from './user-management.routes.ts'
export { createUserManagementService } from './user-management.service.ts'
