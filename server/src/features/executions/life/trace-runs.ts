import { inTrace } from '../../../kernel/trace-context.ts'
import { traced, type Tracing } from '../../../kernel/tracing.ts'
import type { KeptTraces } from '../../../platform/tracing/kept-traces.ts'
import type { Stage } from '../../run-engine/index.ts'
import type { RunClaims } from './claim-runs.ts'
import type { RunEnds } from './end-runs.ts'
import type { PerformRun } from './perform-run.ts'

/** One run is one span, whatever process performs it, with its stages and controller requests below it. */
export function traceRuns(tracing: Tracing, performRun: PerformRun): PerformRun {
  if (!tracing.isOn) return performRun
  return (run, terms) => {
    const { id, trigger, attempt, subject } = run
    const attributes = {
      'heddle.execution_id': id,
      'heddle.trigger': trigger,
      'heddle.attempt': attempt,
      'heddle.saved_query': subject.id ?? undefined,
    }
    return traced(tracing, 'run', { attributes }, async (span) => {
      const performed = await performRun(run, terms)
      if (!performed) span.set({ 'heddle.status': 'handed back' })
      else {
        const { status, reason, rowCount } = performed.ending
        span.set({ 'heddle.status': status, 'heddle.rows': rowCount })
        if (status !== 'success') span.fail(reason ?? status)
      }
      return performed
    })
  }
}

/** Fetches, joins and post-processors become spans once they are over, because they happen in a thread. */
export function traceStages(tracing: Tracing, ends: RunEnds): RunEnds {
  if (!tracing.isOn) return ends
  return {
    ...ends,
    end: (run, end) => {
      for (const stage of end.stages ?? []) recordStage(tracing, stage)
      return ends.end(run, end)
    },
  }
}

function recordStage(
  tracing: Tracing,
  { type, name, status, started_at: startMs, duration_ms: ms, input_rows, output_rows }: Stage,
): void {
  if (startMs === null || ms === null) return
  const attributes = { 'heddle.input_rows': input_rows ?? undefined, 'heddle.output_rows': output_rows ?? undefined }
  const span = tracing.start(`${type} ${name}`, { attributes, startMs })
  if (status === 'failure') span.fail('failure')
  span.end(startMs + ms)
}

/** A job goes on in the trace of the request that asked for its run. */
export function inTraceOfRequest(traces: KeptTraces, perform: RunClaims['perform']): RunClaims['perform'] {
  return async (payload, context) => inTrace(await traces.recall(payload.execution_id), () => perform(payload, context))
}
