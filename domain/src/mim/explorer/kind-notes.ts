import type { ClassGraph } from '../graph/class-graph.ts'
import { enumerate, type ClassNote, labelledName } from './note.ts'

const MOST_NAMED = 6

/** Whether there can be objects of the class, and whether users can configure them. */
export function kindNotes(graph: ClassGraph, id: number): ClassNote[] {
  return [...abstractNote(graph, id), ...deprecatedNote(graph, id), ...readOnlyNote(graph, id), ...rootNote(graph, id)]
}

function abstractNote(graph: ClassGraph, id: number): ClassNote[] {
  if (!graph.has(id, 'is_abstract')) return []
  const concrete = graph.subClasses(id).filter((sub) => !graph.has(sub, 'is_abstract'))
  if (concrete.length === 0)
    return [{ title: 'Abstract class', text: 'It has no objects, and neither has any known subclass.' }]
  const named = enumerate(namesOf(graph, concrete), MOST_NAMED, concrete.length)
  return [{ title: 'Abstract class', text: `It has no objects. Query its subclasses instead: ${named}.` }]
}

function deprecatedNote(graph: ClassGraph, id: number): ClassNote[] {
  return graph.has(id, 'is_deprecated')
    ? [{ title: 'Deprecated', text: 'This class may be missing in later releases.' }]
    : []
}

function readOnlyNote(graph: ClassGraph, id: number): ClassNote[] {
  // The notes on relations already say which end is configured.
  const isSaid = graph.has(id, 'is_abstract') || graph.relationOf(id) !== undefined
  if (graph.has(id, 'is_configurable') || isSaid) return []
  return [
    {
      title: 'Read-only',
      text: 'The controller creates and changes its objects. They can be queried but not configured.',
    },
  ]
}

function rootNote(graph: ClassGraph, id: number): ClassNote[] {
  if (!graph.has(id, 'is_context_root')) return []
  return [
    {
      title: 'Context root',
      text: 'Related objects are below the same context root, which makes it a good scope for queries.',
    },
  ]
}

function namesOf(graph: ClassGraph, ids: Uint32Array): string[] {
  return Array.from(ids.subarray(0, MOST_NAMED), (sub) => labelledName(graph, sub))
}
