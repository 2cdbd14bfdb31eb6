import { engineModelOf } from '@heddle/domain/mim/graph/graph-model.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { JoinModel } from '@heddle/domain/retrieval/model.ts'
import type { SharedModel } from './planner-calls.ts'

let latest: ({ readonly graphId: string } & JoinModel) | undefined

/** The class model to plan with. Opened once per thread and installed version; its bytes are not copied. */
export function openedModel(shared: SharedModel | undefined): ClassModel {
  return shared ? openedGraph(shared).engine : knownModel
}

/** The same with its graph, to find joins in. */
export function openedGraph({ graphId, packed }: SharedModel): JoinModel {
  if (latest?.graphId !== graphId) {
    const graph = openGraph(unpackParts(packed))
    latest = { graphId, graph, engine: engineModelOf(graph) }
  }
  return latest
}
