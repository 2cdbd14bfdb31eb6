import type { RunFrame as SentFrame } from '@heddle/contract/socket-frames.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Unstamped } from '../../../platform/realtime/channel.ts'
import type { Publisher } from '../../../platform/work/progress-stream.ts'
import { type Ending, isCancelled } from '../ending.ts'
import type { RunEvent, Stage } from '../../run-engine/index.ts'

/**
 * A frame of a run. In live ones, `attempt` separates the frames of a run that was claimed again from those before.
 */
type Frame = Unstamped<SentFrame>
export type SentRunFrame = Frame & { readonly attempt?: number }

type EndedRun = Pick<Ending, 'reason' | 'errorMessage' | 'rowCount' | 'expectation'> & {
  readonly id: string
  readonly status: string
  readonly finishedAt: Date | null
}

/** Publishes the engine events of one attempt. */
export function publishEvents(publisher: Publisher<SentRunFrame>, attempt: number): (event: RunEvent) => void {
  return (event) => {
    const { type, ...data } = event
    // The type of an event goes with its data, but not in what they are taken apart into.
    const frame = { type, data, attempt } as SentRunFrame
    if (event.type === 'execution_waiting') publisher.report(event.type, frame)
    else if (event.type === 'node_progress') publisher.report(event.node_id, frame)
    else publisher.send(frame)
  }
}

/** The frames of a run that has ended, rebuilt from what is stored. */
export function framesOfEndedRun(run: EndedRun, stages: readonly Stage[]): readonly Frame[] {
  const fetches = stages.filter(({ type, node_id }) => type === 'fetch' && node_id !== undefined)
  const byNode = Map.groupBy(fetches, ({ node_id }) => node_id!)
  return [...[...byNode].flatMap(([node, own]) => framesOfNode(node, own, run)), terminalFrame(run, stages)]
}

/** A merged run reads a node once per connection, and may succeed without some of them. */
function framesOfNode(node_id: string, stages: readonly Stage[], { status }: EndedRun): Frame[] {
  const begun = stages.filter((stage): stage is Stage & { started_at: number } => stage.started_at !== null)
  const [first] = begun
  if (!first) return []
  const at = (ms: number) => timestamp(new Date(ms))
  const startedAt = Math.min(...begun.map(({ started_at }) => started_at))
  const data = { node_id, class_name: first.name }
  const started: Frame = { type: 'node_start', data, timestamp: at(startedAt) }
  const read = begun.filter((stage) => stage.status === 'success')
  if (read.length === 0 || (read.length < stages.length && status !== 'success')) return [started]
  const endedAt = Math.max(...read.map(({ started_at, duration_ms }) => started_at + (duration_ms ?? 0)))
  const row_count = read.reduce((sum, { output_rows }) => sum + (output_rows ?? 0), 0)
  return [
    started,
    { type: 'node_result', data: { node_id, row_count }, timestamp: at(endedAt) },
    { type: 'node_complete', data: { node_id, duration_ms: endedAt - startedAt }, timestamp: at(endedAt) },
  ]
}

function terminalFrame(run: EndedRun, stages: readonly Stage[]): Frame {
  const when = run.finishedAt && { timestamp: timestamp(run.finishedAt) }
  if (run.status === 'success') {
    const expectation = run.expectation && { status: run.expectation.status, reason: run.expectation.reason }
    const results_url = `/api/queries/execution-logs/${run.id}/`
    return {
      type: 'execution_complete',
      data: { status: 'success', total_rows: run.rowCount, results_url, ...(expectation && { expectation }) },
      ...when,
    }
  }
  const error = isCancelled(run) ? 'cancelled' : (run.errorMessage ?? run.status)
  const failed_node = stages.find(({ type, status }) => type === 'fetch' && status === 'failure')?.node_id ?? null
  return { type: 'execution_failed', data: { error, failed_node }, ...when }
}
