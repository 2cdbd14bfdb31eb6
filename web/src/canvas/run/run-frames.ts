import type { NodeRun, RunView, WaitReason } from './run-view.ts'

/** What the channel of a run says; `client/src/channel.ts`. */
type Frame = { readonly type: string; readonly data?: unknown }

type Known = Partial<{
  readonly node_id: string
  readonly rows: number
  readonly total: number
  readonly row_count: number
  readonly duration_ms: number
  readonly waits_for: WaitReason
  readonly waited_ms: number
  readonly error: string
  readonly failed_node: string | null
}>

/** A run that was accepted: every node waits. */
export function startedRun(id: string, nodes: readonly string[], startedAt: string): RunView {
  return {
    state: 'running',
    id,
    startedAt,
    nodes: new Map(nodes.map((node) => [node, { state: 'waiting' }])),
    edges: new Map(),
    steps: new Map(),
  }
}

/** The run after one frame of its channel. */
export function afterFrame(before: RunView, { type, data }: Frame): RunView {
  // Any other frame ends the wait.
  const { waits: _, ...view } = before
  const { waits_for, waited_ms, node_id, rows, total, row_count, duration_ms, error, failed_node } = (data ??
    {}) as Known
  const node = (change: NodeRun): RunView =>
    node_id === undefined
      ? view
      : { ...view, nodes: new Map(view.nodes).set(node_id, { ...view.nodes.get(node_id), ...change }) }
  switch (type) {
    case 'node_start':
      return node({ state: 'reading' })
    case 'node_progress':
      return node({ state: 'reading', ...(rows !== undefined && { rows }), ...(total !== undefined && { total }) })
    case 'node_result':
      return node({ state: 'reading', ...(row_count !== undefined && { rows: row_count }) })
    case 'node_complete':
      return node({ state: 'done', ...(duration_ms !== undefined && { milliseconds: duration_ms }) })
    case 'execution_waiting':
      return waits_for === undefined ? view : { ...view, waits: { for: waits_for, milliseconds: waited_ms ?? 0 } }
    case 'execution_failed':
      return endedRun(view, error === 'cancelled' ? 'cancelled' : 'failure', {
        failure: error,
        failedNode: failed_node ?? undefined,
      })
    case 'execution_complete':
      return endedRun(view, 'success')
    default:
      return before
  }
}

type End = { readonly failure?: string | undefined; readonly failedNode?: string | undefined }

/** Nodes that were not done share the fate of the run. */
function endedRun(
  view: RunView,
  state: 'success' | 'failure' | 'cancelled',
  { failure, failedNode }: End = {},
): RunView {
  const nodes = new Map<string, NodeRun>()
  for (const [id, node] of view.nodes) nodes.set(id, endedNode(node, state, id === failedNode))
  return { ...view, state, nodes, ...(failure !== undefined && { failure }) }
}

function endedNode(node: NodeRun, state: RunView['state'], isCause: boolean): NodeRun {
  if (isCause) return { ...node, state: 'failed' }
  if (state === 'success') return { ...node, state: 'done' }
  return node.state === 'done' ? node : { ...node, state: 'cancelled' }
}
