export { createScheduler } from './scheduler.ts'
export { schedulesStalled, scheduledRunEnded, taskChangesFound, taskFailed, taskPaused } from './schedules.events.ts'
export { scheduleRoutes } from './schedules.routes.ts'
export { createSchedulesService, type SchedulesService } from './schedules.service.ts'
