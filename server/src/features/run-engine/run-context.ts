import type { EngineHost, RunLimits } from './engine-types.ts'
import type { StageLog } from './stage-log.ts'
import type { StoppableHost } from './stoppable-host.ts'

/** What a run reports besides its rows; the failed connections are those that a merged run goes on without. */
export type RunReport = {
  readonly stages: StageLog
  readonly paths: Set<string>
  readonly warnings: Set<string>
  readonly failedConnections: Set<string>
}

export type RunContext = {
  readonly limits: RunLimits
  readonly host: EngineHost
  readonly telling: RunReport
  readonly pause: StoppableHost['pause']
  /** Stops all reads once one part has failed. */
  readonly stop: StoppableHost['stop']
}
