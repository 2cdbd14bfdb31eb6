import type { ClassSpec } from '../model/class-spec.ts'
import type { ModelGraph } from '../model/model-graph.ts'

/** `relationInfo` on relation classes; `relationTo` and `relationFrom`, also inherited, on their ends, if any. */
export function writeRelations(graph: ModelGraph, { name, relation }: ClassSpec): object {
  const to = graph.relationsFrom(name).map((one): [string, string] => [one.source, one.to])
  const from = graph.relationsTo(name).map((one): [string, string] => [one.target, one.from])
  return {
    ...(from.length > 0 && { relationFrom: Object.fromEntries(from.sort(byName)) }),
    ...(to.length > 0 && { relationTo: Object.fromEntries(to.sort(byName)) }),
    ...(relation && {
      relationInfo: {
        type: relation.type,
        cardinality: relation.cardinality,
        fromMo: relation.from,
        fromRelMo: relation.source,
        toMo: relation.to,
        toRelMo: relation.target,
        enforceable: true,
        resolvable: true,
      },
    }),
  }
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}
