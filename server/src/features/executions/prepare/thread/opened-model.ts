import { engineModelOf } from '@heddle/domain/mim/graph/graph-model.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { SharedModel } from './planner-calls.ts'

let latest: { readonly graphId: string; readonly model: ClassModel } | undefined

/** The class model to plan with. Opened once per thread and installed version; its bytes are not copied. */
export function openedModel(shared: SharedModel | undefined): ClassModel {
  if (!shared) return knownModel
  const { graphId, packed } = shared
  if (latest?.graphId !== graphId) latest = { graphId, model: engineModelOf(openGraph(unpackParts(packed))) }
  return latest.model
}
