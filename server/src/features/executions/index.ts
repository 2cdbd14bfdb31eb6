import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { createKeptTraces } from '../../platform/tracing/kept-traces.ts'
import { auditFeature } from '../audit/index.ts'
import { connectionChanged, controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { usersFeature } from '../users/index.ts'
import { chainExecutionChannel } from './chain-execution.channel.ts'
import { choiceRoutes } from './choices/choices.routes.ts'
import { draftRunRoutes } from './draft-runs.routes.ts'
import { createEnginePool } from './engine/engine-pool.ts'
import { createMemoryBudget } from './engine/memory-budget.ts'
import { newestExpectation } from './expectation-sql.ts'
import { EXECUTION_METRICS, measureExecutions } from './executions.metrics.ts'
import { executionRoutes } from './executions.routes.ts'
import { runLimits } from './life/run-limits.ts'
import { createRunsService } from './life/runs.service.ts'
import { createLogsService } from './logs/logs.service.ts'
import { pipelineExecutionRoutes } from './pipeline-executions.routes.ts'
import { createResultsService } from './results/results.service.ts'
import { createKnownCounts } from './prepare/known-counts.ts'
import { createPlanners } from './prepare/planners.ts'
import { runnableQuery } from './prepare/asked-queries.ts'
import { taskSettingsRoutes } from './settings/task-settings.routes.ts'
import { createTaskSettingsService } from './settings/task-settings.service.ts'

export { runEnded } from './executions.events.ts'
export { hasExpectation, type WantedExpectation } from './expectation-sql.ts'
export { CHOICE_CONFLICTS, CHOICE_FAILURES } from './choices/choice-refusals.ts'
export { executions } from './executions.tables.ts'
export type { RunsService } from './life/runs.service.ts'
export { isPartial } from './engine/partial-warning.ts'
export { presentConnections, presentNamedConnections } from './merged-connection.ts'
export {
  choiceFaults,
  choiceOf,
  chosenConnections,
  type ChosenConnections,
  type ConnectionChoice,
  mergedConnections,
  missingConnections,
} from './prepare/chosen-connections.ts'
export { hideInError } from './logs/hide-values.ts'
export { type FoundExecution, isOfSavedQuery, type QueryRun } from './logs/execution-logs.store.ts'
export type { LogsService } from './logs/logs.service.ts'
export { exportResults, RESULT_TYPES, type ResultFormat } from './results/export-results.ts'
export { chunkLines, type PackedRows } from './results/result-stream.ts'
export type { Planners } from './prepare/planners.ts'
export { presentExpectation } from './logs/execution-logs.presenter.ts'
export { mayReadRows } from './results/results.service.ts'
export type { PlannedProposal } from './prepare/thread/planner-calls.ts'
export { SERVER_STOPPED } from './engine/run-failures.ts'
export type { ResultsService } from './results/results.service.ts'
export type { TaskSettingsService } from './settings/task-settings.service.ts'

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
    const { database, jobs, events, shared, controllers, tracing, config, clock, logger } = platform
    queries.findByExpectation(newestExpectation)
    const limits = runLimits(config)
    const memory = createMemoryBudget({ limitBytes: limits.memoryBytes })
    const engines = createEnginePool({ maxHeapMb: limits.heapMb, threads: limits.threads, memory, logger })
    const counts = createKnownCounts(clock)
    const planners = createPlanners({
      countsOf: counts.of,
      terms: () => ({
        model: mim.sharedModel(),
        maxResultRows: config.limits.maxResultRows,
        now: clock.now().getTime(),
      }),
      findQuery: async (id) => {
        const row = await queries.find(id)
        if (!row) return undefined
        const connection = await connections.find(row.controllerConnectionId)
        return { ...runnableQuery(row), connectionName: connection?.name }
      },
      versionsWith: mim.versionsWith,
      logger,
    })
    const taskSettings = createTaskSettingsService({ database, events, audit })
    const logs = createLogsService({ database, clock })
    const results = createResultsService({ database, archive, audit })
    const runs = createRunsService({
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
      planners,
      counts,
      logs,
      results,
      archive,
      limits: {
        maxResultRows: config.limits.maxResultRows,
        maxHeapBytes: limits.heapMb * 1024 * 1024,
        backgroundRuns: config.limits.backgroundRuns,
        scheduledRuns: config.limits.scheduledRuns,
        syncRuns: limits.syncRuns,
        syncTimeoutMs: config.limits.syncQueryTimeoutMs,
        backgroundTimeoutMs: config.limits.backgroundQueryTimeoutMs,
      },
      audit,
      tracing,
      traces: createKeptTraces(shared.cache, tracing),
      clock,
      logger,
    })
    return { runs, results, logs, taskSettings, engines, planners, counts }
  },
  routes: ({ runs, results, logs, taskSettings }) => [
    ...executionRoutes({ runs, results, logs }),
    ...draftRunRoutes({ runs }),
    ...choiceRoutes(runs),
    ...pipelineExecutionRoutes({ runs, results, logs }),
    ...taskSettingsRoutes(taskSettings),
  ],
  channels: ({ runs }, { clock, logger }) => [chainExecutionChannel({ runs, clock, logger })],
  upkeep: ({ runs, logs }) => [
    { name: 'end-lost-runs', cron: '* * * * *', work: () => runs.endLostRuns() },
    { name: 'delete-expired-execution-logs', cron: '40 * * * *', work: logs.deleteExpired },
  ],
  metrics: EXECUTION_METRICS,
  measure: measureExecutions,
  listen: ({ runs, counts }, { events }) => {
    runs.registerJobs()
    events.on(connectionChanged, ({ connection_id }) => counts.forget(connection_id))
  },
  prepare: async ({ runs }, { database }) => {
    // The embedded database belongs to one process, so no other can still be executing an open run.
    if (database.kind === 'embedded') await runs.endAllOpenRuns()
  },
  start: ({ runs }, { config }) => {
    if (config.role !== 'api') runs.leases.start()
  },
  interrupt: ({ runs }) => runs.stopRuns(),
  stop: ({ runs }) => runs.leases.close(),
  close: async ({ engines, planners }) => {
    await Promise.all([engines.close(), planners.close()])
  },
})
