import type { Frame } from '../../../platform/realtime/channel.ts'
import { type Ending, isCancelled } from '../logs/ending.ts'
import type { EngineEvent, Stage } from '../engine/engine-types.ts'

/** A progress frame of a run; `attempt` separates the frames of a run that was claimed again from those before. */
export type RunFrame = Frame & { readonly attempt: number }

type EndedRun = Pick<Ending, 'reason' | 'errorMessage' | 'rowCount'> & { readonly id: string; readonly status: string }

export const isTerminal = ({ type }: Frame): boolean => type === 'execution_complete' || type === 'execution_failed'

export function frameOf({ type, ...data }: EngineEvent): Frame {
  return { type, data }
}

export function terminalFrame(run: EndedRun, stages: readonly Stage[]): Frame {
  if (run.status === 'success') {
    const data = { status: 'success', total_rows: run.rowCount, results_url: `/api/queries/execution-logs/${run.id}/` }
    return { type: 'execution_complete', data }
  }
  const error = isCancelled(run) ? 'cancelled' : (run.errorMessage ?? run.status)
  return {
    type: 'execution_failed',
    data: { error, failed_node: stages.find(({ type, status }) => type === 'fetch' && status === 'failure')?.node_id ?? null },
  }
}

/** The frames of a run that has ended, rebuilt from what is stored. */
export function storedFrames(run: EndedRun, stages: readonly Stage[]): readonly Frame[] {
  const fetches = stages.filter(({ type, node_id }) => type === 'fetch' && node_id !== undefined)
  return [...fetches.flatMap(framesOfFetch), terminalFrame(run, stages)]
}

function framesOfFetch({ node_id, name, started_at, status, output_rows, duration_ms }: Stage): Frame[] {
  if (started_at === null) return []
  const started = { type: 'node_start', data: { node_id, class_name: name } }
  if (status !== 'success') return [started]
  return [
    started,
    { type: 'node_result', data: { node_id, row_count: output_rows } },
    { type: 'node_complete', data: { node_id, duration_ms } },
  ]
}
