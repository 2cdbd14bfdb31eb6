import type { MimSearchResult } from '@heddle/contract/mim.ts'
import { classItem } from '@heddle/domain/mim/explorer/class-item.ts'
import type { ClassGraph } from '@heddle/domain/mim/graph/class-graph.ts'
import type { SearchHit } from '@heddle/domain/mim/search/class-search.ts'

export function presentHit(graph: ClassGraph, hit: SearchHit): MimSearchResult {
  const { type, score } = hit
  switch (type) {
    case 'class': {
      const { name, display_name, package: of, description } = classItem(graph, hit.id)
      return { type, name, score, display_name, package: of, description }
    }
    case 'property': {
      const name = graph.definitionName(hit.definition)
      const words = {
        display_name: graph.definitionLabel(hit.definition) || name,
        description: graph.definitionDescription(hit.definition),
      }
      return { type, name, score, class: graph.className(hit.owner), package: graph.classPackage(hit.owner), ...words }
    }
    case 'package':
      return { type, name: graph.packageName(hit.id), score, description: graph.packageDescription(hit.id) }
  }
}
