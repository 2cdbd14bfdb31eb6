import type { Logger } from 'pino'
import type { Streams } from '../../../adapters/cache/streams.ts'
import type { ControllerPool } from '../../../adapters/controller/controller-pool.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tracing } from '../../../kernel/tracing.ts'
import type { KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { KeptTraces } from '../../../platform/tracing/kept-traces.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { Audit } from '../../audit/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { KnownCounts } from '../../class-use/index.ts'
import type { Planners } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { EnginePool } from '../../run-engine/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { WaiversService } from '../../waivers/index.ts'
import { createChoiceRows } from '../choices/choice-rows.ts'
import { createChoicesService } from '../choices/choices.service.ts'
import { createRunProgress } from '../live/run-progress.ts'
import type { LogsService } from '../logs/logs.service.ts'
import type { RequestParts } from '../requests/request-parts.ts'
import type { ResultsService } from '../results/results.service.ts'
import type { TaskSettingsService } from '../settings/task-settings.service.ts'
import { createAdmission } from './admission.ts'
import { createRunClaims } from './claim-runs.ts'
import { createRunEnds } from './end-runs.ts'
import { type ManualRunParts, manualTurns, startRunWith } from './execute-now.ts'
import { performRun } from './perform-run.ts'
import { defineRunJobs } from './run-jobs.ts'
import { createRunningRuns } from './running-runs.ts'
import type { SharedAnswers } from './shared-answers.ts'
import { traceRuns, traceStages } from './trace-runs.ts'

export type RunsDependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly streams: Streams
  readonly users: UsersService
  readonly taskSettings: TaskSettingsService
  readonly queries: SavedQueriesService
  readonly connections: ControllerConnectionsService
  readonly waivers: WaiversService
  readonly controllers: ControllerPool
  readonly engines: EnginePool
  readonly planners: Planners
  readonly counts: KnownCounts
  readonly answers: SharedAnswers
  readonly logs: LogsService
  readonly results: ResultsService
  readonly archive: SnapshotArchive
  readonly limits: {
    readonly maxResultRows: number
    readonly maxHeapBytes: number
    readonly syncTimeoutMs: number
    readonly backgroundTimeoutMs: number
    readonly backgroundRuns: number
    readonly scheduledRuns: number
    readonly syncRuns: number
  }
  readonly deaths: KnownDeaths
  readonly audit: Audit
  readonly tracing: Tracing
  readonly traces: KeptTraces
  readonly clock: Clock
  readonly logger: Logger
}

export type AssembledRuns = ReturnType<typeof assembleRuns>

/** Puts together what runs are made of, each after what it needs. */
export function assembleRuns(dependencies: RunsDependencies) {
  const { limits, users, tracing } = dependencies
  const stopping = new AbortController()
  const runJobs = defineRunJobs({
    timeoutMs: limits.backgroundTimeoutMs,
    background: limits.backgroundRuns,
    scheduled: limits.scheduledRuns,
  })
  const progress = createRunProgress({ ...dependencies, runTimeoutMs: runJobs.longestMs })
  const running = createRunningRuns(dependencies)
  const admission = createAdmission({ ...dependencies, runJobs })
  const ends = createRunEnds({ ...dependencies, admission, progress })

  const readRows = createChoiceRows(dependencies)
  const choices = createChoicesService({ ...dependencies, readRows })
  const requests: RequestParts = { ...dependencies, choices }

  const performing = { ...dependencies, running, progress, ends: traceStages(tracing, ends) }
  const perform = traceRuns(tracing, (run, terms) => performRun(performing, run, terms))
  const manual: ManualRunParts = {
    ...dependencies,
    ...requests,
    performRun: perform,
    ends,
    timeoutMs: limits.syncTimeoutMs,
    turns: manualTurns(limits.syncRuns),
    stop: stopping.signal,
  }
  const startRun = startRunWith(manual, { isPartOfRun: true })
  const claims = createRunClaims({ ...dependencies, ...requests, users, startRun, performRun: perform, ends, runJobs })
  const background = { ...dependencies, ...requests, admission, ends }
  return { manual, background, choices, progress, running, runJobs, claims, stopping, startRun }
}
