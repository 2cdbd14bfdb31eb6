import { defineFeature } from '../../platform/feature.ts'
import { createEnginePool } from './engine-pool.ts'
import { runLimits } from './run-limits.ts'

export type { EnginePool } from './engine-pool.ts'
export type {
  CapturedLookup,
  CapturedRows,
  CaptureOrder,
  Concern,
  FoundFindings,
  FoundIn,
  Judging,
  Merge,
  MergedConnection,
  PackedRun,
  PastRows,
  ResultChunk,
  RunEvent,
  RunFailure,
  RunInput,
  Stage,
  TableHead,
} from './engine-types.ts'
export { executePlan, type NamedClient, type RunResult } from './execute-plan.ts'
export { packFindings } from './pack-findings.ts'
export { packInput } from './packed-run.ts'
export { isPartial } from './partial-warning.ts'
export { openRunEnd, type RunEndSignal, type RunEndTerms } from './run-end.ts'
export { CANCELLED, SERVER_STOPPED } from './run-failures.ts'
export { RunTime } from './run-time.ts'
export { closedStages } from './stage-log.ts'

/** Threads that carry out plans, within the memory of the process. */
export const runEngineFeature = defineFeature({
  name: 'run-engine',
  needs: {},
  create: ({ config, memory, logger }) => {
    const limits = runLimits(config)
    const { heapMb: maxHeapMb, cpuMs: maxCpuMs, threads } = limits
    const engines = createEnginePool({ maxHeapMb, maxCpuMs, threads, memory, logger })
    return { engines, limits }
  },
  close: ({ engines }) => engines.close(),
})
