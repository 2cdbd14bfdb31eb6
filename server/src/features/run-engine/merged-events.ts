import type { EngineEvent, EngineHost } from './engine-types.ts'

type Progress = Extract<EngineEvent, { type: 'node_progress' }>
type Node = {
  readonly startedAt: number
  readonly finished: Set<number>
  readonly progress: Map<number, Progress>
  rows: number
  isComplete: boolean
}

/**
 * The events of a merged run, one per node as in any other: a node starts with the first connection, is complete with
 * the last one, and has the rows of all. A connection leaves when its part of the run has ended, so that no node waits
 * for one that failed.
 */
export function mergedEvents({ emit, now }: Pick<EngineHost, 'emit' | 'now'>, connections: number) {
  const nodes = new Map<string, Node>()
  const gone = new Set<number>()
  let opened = 0

  function start(event: Extract<EngineEvent, { type: 'node_start' }>): void {
    if (nodes.has(event.node_id)) return
    nodes.set(event.node_id, { startedAt: now(), finished: new Set(), progress: new Map(), rows: 0, isComplete: false })
    emit(event)
  }

  function report(progress: ReadonlyMap<number, Progress>, node_id: string): void {
    const all = [...progress.values()]
    emit({
      type: 'node_progress',
      node_id,
      rows: sumOf(all.map(({ rows }) => rows)),
      total: sumOf(all.map(({ total }) => total)),
    })
  }

  function completeIfLast(node_id: string, node: Node): void {
    const isLast = Array.from({ length: connections }, (_, index) => node.finished.has(index) || gone.has(index)).every(
      Boolean,
    )
    if (!isLast || node.isComplete || node.finished.size === 0) return
    node.isComplete = true
    emit({ type: 'node_result', node_id, row_count: node.rows })
    emit({ type: 'node_complete', node_id, duration_ms: now() - node.startedAt })
  }

  /** For one connection. */
  return () => {
    const connection = opened++
    return {
      emit: (event: EngineEvent): void => {
        if (event.type === 'node_start') start(event)
        const node = nodes.get(event.node_id)
        if (!node) return
        if (event.type === 'node_progress') report(node.progress.set(connection, event), event.node_id)
        if (event.type === 'node_result') node.rows += event.row_count
        if (event.type !== 'node_complete') return
        node.finished.add(connection)
        completeIfLast(event.node_id, node)
      },
      leave: (): void => {
        gone.add(connection)
        for (const [node_id, node] of nodes) completeIfLast(node_id, node)
      },
    }
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
