import type { IndexParts } from '../parts.ts'
import { numbersOf } from '../search/part-of.ts'
import type { ClassGraph } from './class-graph.ts'
import { openClasses } from './open-classes.ts'
import { knownEdges, openMentioned } from './open-edges.ts'
import { openProperties } from './open-properties.ts'
import { openRelations } from './open-relations.ts'
import { openTextHeap } from './text-heap.ts'

/**
 * Opens the parts compiled by `createGraphCompiler`. Copies nothing and decodes few texts. Throws if a part is missing.
 */
export function openGraph(parts: IndexParts): ClassGraph {
  const text = openTextHeap(parts)
  const classCount = numbersOf(parts, 'graph.class.label').length
  const mentioned = openMentioned(parts, text, classCount)
  const className = (id: number) => mentioned.name(id)
  const classes = openClasses(parts, text, className)
  const { propertyTotal, ...properties } = openProperties(parts, text)
  const [containments = 0, relations = 0, dangling = 0] = numbersOf(parts, 'graph.counts')
  const counts = {
    classes: classCount,
    properties: propertyTotal,
    packages: classes.packageCount,
    containments,
    relations,
    dangling,
  }
  return {
    ...{ counts, mentioned, className },
    ...classes,
    ...properties,
    ...knownEdges(mentioned, classCount),
    ...openRelations(parts, text, mentioned, classCount),
  }
}
