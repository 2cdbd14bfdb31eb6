export { createEnginePool } from './engine/engine-pool.ts'
export { executionRoutes } from './executions.routes.ts'
export { createExecutionsService, type ExecutionsService } from './executions.service.ts'
