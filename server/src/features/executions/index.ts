import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { usersFeature } from '../users/index.ts'
import { chainExecutionChannel } from './chain-execution.channel.ts'
import { createEnginePool } from './engine/engine-pool.ts'
import { executionRoutes } from './executions.routes.ts'
import { createExecutionsService } from './executions.service.ts'
import { pipelineExecutionRoutes } from './pipeline-executions.routes.ts'
import { taskSettingsRoutes } from './settings/task-settings.routes.ts'
import { createTaskSettingsService } from './settings/task-settings.service.ts'

export { runEnded } from './executions.events.ts'
export type { ExecutionsService } from './executions.service.ts'
export type { FoundExecution } from './logs/execution-logs.store.ts'
export { executions } from './executions.tables.ts'
export type { PackedRows } from './results/result-stream.ts'
export type { TaskSettingsService } from './settings/task-settings.service.ts'

const MAX_RUN_HEAP_MB = 2048

export const executionsFeature = defineFeature({
  name: 'executions',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    mim: mimFeature,
    archive: archiveFeature,
  },
  create: (platform, { audit, users: { users }, connections, queries: { queries }, mim, archive }) => {
    const { database, jobs, events, shared, controllers, config, clock, logger } = platform
    const engines = createEnginePool({ maxHeapMb: MAX_RUN_HEAP_MB, logger })
    const taskSettings = createTaskSettingsService({ database, events, audit })
    const executions = createExecutionsService({
      database,
      jobs,
      events,
      streams: shared.streams,
      users,
      taskSettings,
      queries,
      connections,
      controllers,
      engines,
      archive,
      model: () => mim.engineModel() ?? knownModel,
      limits: {
        maxResultRows: config.limits.maxResultRows,
        maxHeapBytes: MAX_RUN_HEAP_MB * 1024 * 1024,
        syncTimeoutMs: config.limits.syncQueryTimeoutMs,
        backgroundTimeoutMs: config.limits.backgroundQueryTimeoutMs,
      },
      audit,
      clock,
      logger,
    })
    return { executions, taskSettings, engines }
  },
  routes: ({ executions, taskSettings }) => [
    ...executionRoutes(executions),
    ...pipelineExecutionRoutes(executions),
    ...taskSettingsRoutes(taskSettings),
  ],
  channels: ({ executions }, { clock, logger }) => [chainExecutionChannel({ executions, clock, logger })],
  upkeep: ({ executions }) => [
    { name: 'end-lost-runs', cron: '* * * * *', work: () => executions.endLostRuns() },
    { name: 'delete-expired-execution-logs', cron: '40 * * * *', work: executions.deleteExpiredLogs },
  ],
  listen: ({ executions }) => executions.registerJobs(),
  prepare: async ({ executions }, { database }) => {
    // The embedded database belongs to one process, so no other can still be executing an open run.
    if (database.kind === 'embedded') await executions.endAllOpenRuns()
  },
  interrupt: ({ executions }) => executions.stopRuns(),
  close: ({ engines }) => engines.close(),
})
