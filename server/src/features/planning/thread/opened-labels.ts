import type { LabelOf } from '@heddle/domain/ai/explanation/canvas-words.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import type { SharedModel } from './planner-calls.ts'

let latest: { readonly graphId: string; readonly labelOf: LabelOf } | undefined

/** The labels of classes, which the model to plan with does not have. Opening the graph copies nothing. */
export function openedLabels(shared: SharedModel | undefined): LabelOf {
  if (!shared) return () => undefined
  const { graphId, packed } = shared
  if (latest?.graphId !== graphId) {
    const graph = openGraph(unpackParts(packed))
    const labelOf: LabelOf = (className) => {
      const id = graph.find(className)
      return id === undefined ? undefined : graph.describe(id).label
    }
    latest = { graphId, labelOf }
  }
  return latest.labelOf
}
