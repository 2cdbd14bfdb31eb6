import { ancestors } from '@heddle/domain/mim/explorer/ancestors.ts'
import type { ClassGraph } from '@heddle/domain/mim/graph/class-graph.ts'
import { engineModelOf } from '@heddle/domain/mim/graph/graph-model.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { type ClassSearch, openSearch } from '@heddle/domain/mim/search/class-search.ts'
import type { SharedBytes } from '../../platform/threads/bytes.ts'

/** A class model in memory: the graph for the explorer, the search, and the model that knows class names. */
export type OpenModel = {
  /** The bytes behind all of it, which threads share. */
  readonly packed: SharedBytes
  readonly graph: ClassGraph
  readonly search: ClassSearch
  readonly engine: ClassModel
}

export function openPackedModel(packed: SharedBytes): OpenModel {
  const parts = unpackParts(packed)
  const graph = openGraph(parts)
  const engine = engineModelOf(graph)
  warmUp(graph, engine)
  return { packed, graph, search: openSearch(graph, parts), engine }
}

/** Computes lazily cached values now, so that the first request does not wait for them. */
function warmUp(graph: ClassGraph, engine: ClassModel): void {
  if (graph.classCount > 0) ancestors(graph, 0)
  engine.suggestClasses('x')
}
