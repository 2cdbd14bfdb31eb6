export { createHistory } from './history/create-history.ts'
export { historyRoutes } from './history/history.routes.ts'
export { snapshotRoutes } from './snapshots.routes.ts'
export { createSnapshotsService, type SnapshotsService } from './snapshots.service.ts'
