import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { automationTemplatesFeature } from '../automation-templates/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { usersFeature } from '../users/index.ts'
import { queryMetricRoutes } from './metrics/query-metrics.routes.ts'
import { Scheduler } from './scheduler.ts'
import { measureSchedules, SCHEDULE_METRICS } from './schedules.metrics.ts'
import { scheduleRoutes } from './schedules.routes.ts'
import { createSchedulesService } from './schedules.service.ts'

export {
  followUpDue,
  followUpFailed,
  schedulesStalled,
  scheduledRunEnded,
  taskChangesFound,
  taskExpectationChanged,
  taskFailed,
  taskPaused,
  taskRecovered,
} from './schedules.events.ts'
export { isOwnOrGranted } from './schedules.store.ts'
export { scheduledExecutions, scheduledFirings, scheduledTaskGroups, scheduledTasks } from './schedules.tables.ts'
export { findFiringOf } from './scheduled-executions.store.ts'
export type { ColumnsOfTemplate } from './on-changes.ts'
export type { TaskFields } from './check-task-body.ts'
export type { SchedulesService } from './schedules.service.ts'

export const schedulesFeature = defineFeature({
  name: 'schedules',
  needs: {
    audit: auditFeature,
    connections: controllerConnectionsFeature,
    executions: executionsFeature,
    users: usersFeature,
    templates: automationTemplatesFeature,
  },
  metrics: SCHEDULE_METRICS,
  create: (
    { database, events, metrics, clock, logger },
    { audit, connections, executions: { runs, taskSettings }, users: { users }, templates: { templates } },
  ) => {
    const schedules = createSchedulesService({
      database,
      connections,
      executions: runs,
      taskSettings,
      users,
      templates,
      events,
      audit,
      clock,
      logger,
      noteFiring: measureSchedules(metrics, database, clock),
    })
    return {
      schedules,
      queryMetrics: { database, users, clock },
      scheduler: new Scheduler({ schedules, events, clock, logger }),
    }
  },
  routes: ({ schedules, queryMetrics }) => [...scheduleRoutes(schedules), ...queryMetricRoutes(queryMetrics)],
  upkeep: ({ schedules }) => [
    { name: 'heal-scheduled-firings', cron: '* * * * *', work: schedules.healFirings },
    { name: 'delete-expired-scheduled-executions', cron: '45 * * * *', work: schedules.deleteExpired },
  ],
  listen: ({ schedules }) => schedules.listen(),
  start: ({ scheduler }, { config }) => scheduler.start({ fires: config.role !== 'api' }),
  stop: ({ scheduler }) => scheduler.close(),
})
