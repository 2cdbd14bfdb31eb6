import type { AutomationServer, JobEvent } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { MOST_OUTPUT_BYTES } from './collect-output.ts'
import { appended, lineOf } from './output-text.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import { hasOutputEnded, lastChunk, lockOutput, putChunks, updateOutput } from './output.store.ts'

type Dependencies = {
  readonly database: Database
  readonly onStored: (executionId: string) => Promise<void>
  readonly clock: Clock
}

export type RunningExecution = Pick<AutomationExecutionRow, 'id' | 'jobId' | 'jobKind' | 'outputCursor'>

/** An event that is missing for longer was probably lost; the final output shows what follows it. */
const LONGEST_HOLE_MS = 10 * SECOND
/** So that one step does not take the time of others, however far behind it is. */
const MOST_READS_PER_STEP = 10
const MOST_HOLES = 1_000

/** Text of running jobs, from their events, as far as none is missing. */
export function createLiveOutput({ database, onStored, clock }: Dependencies) {
  /** Where the events of an execution have a hole, and since when. */
  const holes = new Map<string, { readonly after: number; readonly sinceMs: number }>()
  const nowMs = (): number => clock.now().getTime()

  function isStuck(executionId: string, after: number): boolean {
    const hole = holes.get(executionId)
    return hole?.after === after && nowMs() - hole.sinceMs >= LONGEST_HOLE_MS
  }

  function noteHole(executionId: string, after: number): void {
    if (holes.get(executionId)?.after === after) return
    holes.delete(executionId)
    holes.set(executionId, { after, sinceMs: nowMs() })
    // Executions that ended elsewhere stay behind; the oldest goes.
    if (holes.size > MOST_HOLES) holes.delete(holes.keys().next().value!)
  }

  /** Appends the text of events that follow the cursor; false if the output has moved on or ended meanwhile. */
  const store = (executionId: string, cursor: number, run: readonly JobEvent[]): Promise<boolean> =>
    database.transaction(async (tx) => {
      const state = await lockOutput(tx, executionId)
      if (!state || state.outputCompleteAt || state.outputCursor !== cursor || hasOutputEnded(state)) return false
      const text = run.map(({ stdout }) => lineOf(stdout)).join('')
      if (state.outputBytes + Buffer.byteLength(text) > MOST_OUTPUT_BYTES) return false
      if (text !== '') await putChunks(tx, executionId, appended(await lastChunk(tx, executionId), text))
      await updateOutput(tx, executionId, { outputCursor: run.at(-1)!.counter })
      return true
    })

  return {
    /** Stores what a running job has printed since; called again and again while somebody watches. */
    follow: async (
      { id, jobId, jobKind, outputCursor }: RunningExecution,
      server: AutomationServer,
      signal: AbortSignal,
    ): Promise<void> => {
      if (jobId === null || jobKind === 'workflow_job') return
      for (let reads = 0, cursor = outputCursor; reads < MOST_READS_PER_STEP; reads++) {
        if (isStuck(id, cursor)) return
        const events = await server.events({ id: jobId, kind: 'job' }, cursor, signal)
        const run = contiguous(events, cursor)
        if (run.length < events.length) noteHole(id, cursor + run.length)
        if (run.length === 0 || !(await store(id, cursor, run))) return
        cursor = run.at(-1)!.counter
        await onStored(id)
        if (run.length < events.length) return
      }
    },

    forget: (executionId: string): void => void holes.delete(executionId),
  }
}

/** The events right after the cursor, up to the first that is missing. */
function contiguous(events: readonly JobEvent[], cursor: number): readonly JobEvent[] {
  const end = events.findIndex(({ counter }, index) => counter !== cursor + 1 + index)
  return end === -1 ? events : events.slice(0, end)
}
