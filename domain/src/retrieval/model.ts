import type { ClassGraph } from '../mim/graph/class-graph.ts'
import type { ClassModel } from '../mim/model.ts'
import type { ClassSearch } from '../mim/search/class-search.ts'

/** A class model as retrieval reads it. */
export type RetrievalModel = {
  readonly graph: ClassGraph
  readonly search: Pick<ClassSearch, 'search'>
  readonly engine: ClassModel
}

/** As the search for joins reads it. */
export type JoinModel = Omit<RetrievalModel, 'search'>
