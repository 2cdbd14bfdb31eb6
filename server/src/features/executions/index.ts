import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { createKeptTraces } from '../../platform/tracing/kept-traces.ts'
import { auditFeature } from '../audit/index.ts'
import { classUseFeature } from '../class-use/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { planningFeature } from '../planning/index.ts'
import { queriesFeature, savedQueryListRoutes } from '../queries/index.ts'
import { runEngineFeature } from '../run-engine/index.ts'
import { usersFeature } from '../users/index.ts'
import { waiversFeature } from '../waivers/index.ts'
import { chainExecutionChannel } from './chain-execution.channel.ts'
import { choiceRoutes } from './choices.routes.ts'
import { draftRunRoutes } from './draft-runs.routes.ts'
import { newestExpectation } from './expectation-sql.ts'
import { EXECUTION_METRICS, measureExecutions } from './executions.metrics.ts'
import { executionRoutes } from './executions.routes.ts'
import { findingRoutes } from './findings.routes.ts'
import { runsChannel } from './runs.channel.ts'
import { SharedAnswers } from './life/shared-answers.ts'
import { assembleRuns } from './life/assemble.ts'
import { createRunsService } from './life/runs.service.ts'
import { createLogsService } from './logs/logs.service.ts'
import { pipelineExecutionRoutes } from './pipeline-executions.routes.ts'
import { createResultsService } from './results/results.service.ts'
import { createExplainObject } from './why/explain-object.ts'
import { whyRoutes } from './why.routes.ts'
import { taskSettingsRoutes } from './settings/task-settings.routes.ts'
import { createTaskSettingsService } from './settings/task-settings.service.ts'

export { runEnded } from './executions.events.ts'
export { hasExpectation, type WantedExpectation } from './expectation-sql.ts'
export { CHOICE_CONFLICTS, CHOICE_FAILURES } from './choices/choice-refusals.ts'
export { executionFindings, executions } from './executions.tables.ts'
export type { RunsService } from './life/runs.service.ts'
export { hideInError } from './logs/hide-values.ts'
export { type FoundExecution, isOfSavedQuery, type QueryRun } from './logs/execution-logs.store.ts'
export type { LogsService } from './logs/logs.service.ts'
export {
  exportResults,
  PARQUET_BYTES,
  PARQUET_TYPE,
  RESULT_TYPES,
  type ResultFile,
  type ResultFormat,
} from './results/export-results.ts'
export { chunkLines, packLines, type PackedRows } from './results/result-stream.ts'
export { REACHING } from './reaching.ts'
export { findMerge } from './requests/find-merge.ts'
export { presentExpectation } from './logs/execution-logs.presenter.ts'
export { mayReadRows } from './results/results.service.ts'
export type { ResultsService } from './results/results.service.ts'
export type { TaskSettingsService } from './settings/task-settings.service.ts'

export const executionsFeature = defineFeature({
  name: 'executions',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    archive: archiveFeature,
    runEngine: runEngineFeature,
    planning: planningFeature,
    classUse: classUseFeature,
    waivers: waiversFeature,
  },
  create: (platform, needed) => {
    const { audit, connections, archive, waivers } = needed
    const { users } = needed.users
    const { queries } = needed.queries
    const { engines, limits } = needed.runEngine
    const { planners } = needed.planning
    const { counts } = needed.classUse
    const { database, jobs, events, shared, controllers, tracing, config, clock, logger, rows, memory, deaths } =
      platform
    const answers = new SharedAnswers({ memory, clock })
    const taskSettings = createTaskSettingsService({ database, events, audit })
    const logs = createLogsService({ database, clock })
    const results = createResultsService({ database, archive, audit, rows })
    const needs = {
      database,
      jobs,
      events,
      streams: shared.streams,
      users,
      taskSettings,
      queries,
      connections,
      waivers,
      controllers,
      engines,
      planners,
      counts,
      answers,
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
      deaths,
      audit,
      tracing,
      traces: createKeptTraces(shared.cache, tracing),
      clock,
      logger,
    }
    const assembled = assembleRuns(needs)
    const runs = createRunsService(needs, assembled)
    const explainObject = createExplainObject({ ...assembled.manual, ...needs })
    return { runs, explainObject, results, logs, taskSettings, engines, planners, queries, answers, users }
  },
  routes: ({ runs, explainObject, results, logs, taskSettings, queries }) => [
    ...savedQueryListRoutes(queries, newestExpectation),
    ...executionRoutes({ runs, results, logs }),
    ...findingRoutes({ results, logs }),
    ...draftRunRoutes({ runs }),
    ...choiceRoutes(runs),
    ...whyRoutes(explainObject),
    ...pipelineExecutionRoutes({ runs, results, logs }),
    ...taskSettingsRoutes(taskSettings),
  ],
  channels: ({ runs, users }, { events, clock, logger }) => [
    chainExecutionChannel({ runs, clock, logger }),
    runsChannel({ events, users, clock }),
  ],
  upkeep: ({ runs, logs }) => [
    { name: 'end-lost-runs', cron: '* * * * *', work: () => runs.endLostRuns() },
    { name: 'delete-expired-execution-logs', cron: '40 * * * *', work: logs.deleteExpired },
    { name: 'delete-rows-before-steps', cron: '*/10 * * * *', work: logs.deleteRowsBefore },
  ],
  metrics: EXECUTION_METRICS,
  measure: measureExecutions,
  listen: ({ runs }) => runs.registerJobs(),
  prepare: async ({ runs }, { database }) => {
    // The embedded database belongs to one process, so no other can still be executing an open run.
    if (database.kind === 'embedded') await runs.endAllOpenRuns()
  },
  start: ({ runs }, { config }) => {
    if (config.role !== 'api') runs.leases.start()
  },
  interrupt: ({ runs }) => runs.stopRuns(),
  stop: ({ runs }) => runs.leases.close(),
  close: ({ answers }) => answers.close(),
})
