import type { CanvasEdge } from '../../canvas/canvas.ts'
import { resolveEdge } from '../../canvas/resolve-edge.ts'
import { typicalSize } from '../../mim/known-classes.ts'
import type { JoinModel } from '../../retrieval/model.ts'

const MOST_HOLDERS = 400

/** Whether an edge between two classes can go through a relation. */
export function isJoinedBy(through: string, source: string, target: string, { engine }: JoinModel): boolean {
  const edge: CanvasEdge = {
    id: '',
    source,
    target,
    kind: 'references',
    depth: 'any',
    through,
    on: undefined,
    join: 'inner',
    properties: [],
  }
  return resolveEdge(edge, { source, target }, engine).ok
}

/** The class below `above` that holds the objects of a relation to `target`; the most common, if there are several. */
export function holderBetween(above: string, target: string, relation: string, model: JoinModel): string | undefined {
  const { graph, engine } = model
  const id = graph.find(relation)
  if (id === undefined) return undefined
  return Array.from(graph.containers(id).subarray(0, MOST_HOLDERS), (holder) => graph.className(holder))
    .filter((name) => engine.find(name)?.is_abstract === false)
    .sort((a, b) => (typicalSize(b) ?? 0) - (typicalSize(a) ?? 0) || (a < b ? -1 : 1))
    .find((name) => engine.canContain(above, name, 'any') && isJoinedBy(relation, name, target, model))
}
