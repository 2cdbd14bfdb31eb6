import type { ClassGraph } from '../../mim/graph/class-graph.ts'
import { byUse } from '../../retrieval/find-joins.ts'

const MOST = 5

/** A class and those that it points to, the most used relations first: what notes on it may speak of. */
export function classesAround(graph: ClassGraph, id: number): readonly string[] {
  const pointing = graph.relations(id).filter(({ direction }) => direction === 'to')
  const order = byUse([...new Set(pointing.map(({ relation_class }) => relation_class))])
  const targets = order.flatMap((relation) => pointing.filter((one) => one.relation_class === relation).slice(0, 1))
  return [...new Set([graph.className(id), ...targets.map(({ other }) => graph.className(other))])].slice(0, MOST + 1)
}
