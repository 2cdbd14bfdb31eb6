import type { Static } from 'typebox'
import type { FoundFindings, ResultChunk, Stage, TableHead } from '../../run-engine/index.ts'
import type { Ending } from '../ending.ts'
import type { runEnded } from '../executions.events.ts'
import type { RunMeasurement } from './describe-end.ts'
import type { LoggedRun, RunFacts, RunRef } from './runs.store.ts'

/** What the first step got. */
export type RowsBeforeSteps = { readonly head: TableHead; readonly chunks: readonly ResultChunk[] }

export type RunEnd = {
  readonly ending: Ending
  /** Without them, the stages stored during the run are closed. */
  readonly stages?: readonly Stage[]
  readonly chunks?: readonly ResultChunk[]
  readonly rowsBefore?: RowsBeforeSteps | null
  readonly findings?: FoundFindings | null
  readonly measurement?: RunMeasurement | null
  readonly facts?: RunFacts
  /** What was run, in words. */
  readonly subject?: string
  /** Two processes died at it: whatever asked for it should not do so again. */
  readonly setAside?: boolean
  /** Ends the run only while this attempt is the latest. */
  readonly attempt?: number
}

/** What its log says, where this process has inserted or claimed it. */
export type EndingRun = RunRef & { readonly logged?: LoggedRun }
export type RunEndedEvent = Static<typeof runEnded.schema>
