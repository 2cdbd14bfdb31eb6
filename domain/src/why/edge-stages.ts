import type { CanvasEdge } from '../canvas/canvas.ts'
import { type Graph, nodesBeyond, validEdges } from '../canvas/graph.ts'

/** One edge on the way outward from the primary node, with everything that has to be joined along with it. */
export type EdgeStage = {
  readonly edge: CanvasEdge
  /** Edges behind a `left` or `without` edge: they only decide what that edge finds. */
  readonly behind: readonly CanvasEdge[]
  /** Ids of the nodes that the stage adds. */
  readonly adds: readonly string[]
}

/**
 * The edges of a valid graph, each connected to the primary node by those before it. An object of the primary node that
 * survives a stage survived all earlier ones, so the first one that it does not survive is what drops it.
 */
export function edgeStages(graph: Graph, primary: string): readonly EdgeStage[] {
  const reached = new Set([primary])
  const waiting = new Set(validEdges(graph))
  const stages: EdgeStage[] = []
  for (;;) {
    const edge = [...waiting].find(({ source, target }) => reached.has(source) || reached.has(target))
    if (edge === undefined) return stages
    const adds = addedNodes(edge, graph, reached)
    for (const id of adds) reached.add(id)
    const inside = new Set(adds)
    const behind =
      adds.length > 1 ? [...waiting].filter((other) => inside.has(other.source) && inside.has(other.target)) : []
    for (const done of [edge, ...behind]) waiting.delete(done)
    stages.push({ edge, behind, adds })
  }
}

function addedNodes(edge: CanvasEdge, graph: Graph, reached: ReadonlySet<string>): readonly string[] {
  const far = reached.has(edge.source) ? edge.target : edge.source
  if (reached.has(far)) return []
  if (edge.join === 'inner' || far === edge.source) return [far]
  const beyond = [...nodesBeyond(edge, graph)]
  // In a loop, the other side is this side as well.
  return beyond.some((id) => reached.has(id)) ? [far] : beyond
}

/**
 * The first of `count` stages that is not survived, if surviving all of them is known to be impossible: tries as few as
 * it can, because each costs requests.
 */
export async function firstNotSurvived(
  count: number,
  survives: (stages: number) => Promise<boolean>,
): Promise<number | undefined> {
  let [survived, dropped] = [0, count]
  while (dropped - survived > 1) {
    const middle = Math.floor((survived + dropped) / 2)
    if (await survives(middle)) survived = middle
    else dropped = middle
  }
  return dropped > survived ? dropped - 1 : undefined
}
