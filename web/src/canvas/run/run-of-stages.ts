import type { Wire } from '../../lib/api/wire.ts'
import type { NodeRun, RunView, StepRun } from './run-view.ts'

type Log = Pick<Wire.ExecutionLog, 'id' | 'status' | 'reason' | 'started_at' | 'duration_ms' | 'error_message'>
type Stage = Pick<
  Wire.PipelineStage,
  'type' | 'status' | 'node_id' | 'step_id' | 'connection' | 'input_rows' | 'output_rows' | 'duration_ms'
>

/** A run as the canvas shows it: each stage on the part of the canvas that it came from. */
export function runViewOf(log: Log, stages: readonly Stage[]): RunView {
  return {
    state: stateOf(log),
    id: log.id,
    nodes: nodesOf(stages),
    edges: rowsByStep(stages.filter(({ type }) => type === 'join')),
    steps: stepsOf(stages),
    ...(log.started_at !== null && { startedAt: log.started_at }),
    ...(log.duration_ms !== null && { milliseconds: log.duration_ms }),
    ...(log.error_message !== null && { failure: log.error_message }),
  }
}

function stateOf({ status, reason, started_at }: Log): RunView['state'] {
  if (reason === 'cancelled') return 'cancelled'
  return status === 'running' && started_at === null ? 'starting' : status
}

/** Worst first: a class that could not be read from one of several controllers failed. */
const STATES = ['failed', 'cancelled', 'reading', 'waiting', 'done'] as const
const STATE_OF: Readonly<Record<Stage['status'], NodeRun['state']>> = {
  pending: 'waiting',
  running: 'reading',
  success: 'done',
  failure: 'failed',
  cancelled: 'cancelled',
  // Nothing had to be read for it.
  skipped: 'done',
}

/** A merged run reads a class once from each controller: the rows add up, and the slowest counts. */
function nodesOf(stages: readonly Stage[]): ReadonlyMap<string, NodeRun> {
  const nodes = new Map<string, NodeRun>()
  for (const stage of stages) {
    if (stage.type !== 'fetch' || stage.node_id === undefined) continue
    const before = nodes.get(stage.node_id)
    const states = [STATE_OF[stage.status], before?.state]
    const rows = sum(before?.rows, stage.output_rows)
    const milliseconds = Math.max(before?.milliseconds ?? 0, stage.duration_ms ?? 0)
    nodes.set(stage.node_id, {
      state: STATES.find((state) => states.includes(state)) ?? 'waiting',
      ...(rows !== undefined && { rows }),
      ...(stage.duration_ms !== null && { milliseconds }),
    })
  }
  return nodes
}

/** A thread can take several joins, and the last one counts; of a merged run, the last one on each controller. */
function rowsByStep(stages: readonly Stage[]): ReadonlyMap<string, number> {
  const last = new Map<string, Map<string, number>>()
  for (const { step_id, connection = '', output_rows } of stages) {
    if (step_id === undefined || output_rows === null) continue
    const byConnection = last.get(step_id) ?? new Map<string, number>()
    last.set(step_id, byConnection.set(connection, output_rows))
  }
  return new Map([...last].map(([step, rows]) => [step, [...rows.values()].reduce((all, count) => all + count, 0)]))
}

/** Steps come after the rows of all controllers, once each. */
const stepsOf = (stages: readonly Stage[]): ReadonlyMap<string, StepRun> =>
  new Map(
    stages.flatMap(({ type, step_id, input_rows, output_rows }) =>
      type === 'post_processor' && step_id !== undefined && output_rows !== null
        ? [[step_id, { before: input_rows ?? 0, after: output_rows }]]
        : [],
    ),
  )

const sum = (before: number | undefined, rows: number | null): number | undefined =>
  rows === null ? before : (before ?? 0) + rows
