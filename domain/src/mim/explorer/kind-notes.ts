import type { ClassGraph } from '../graph/class-graph.ts'
import { enumerate, type Note, spokenName } from './note.ts'

const MOST_NAMED = 6

/** Can there be objects of the class, and who makes them? */
export function kindNotes(graph: ClassGraph, id: number): Note[] {
  return [...abstractNote(graph, id), ...deprecatedNote(graph, id), ...readOnlyNote(graph, id), ...rootNote(graph, id)]
}

function abstractNote(graph: ClassGraph, id: number): Note[] {
  if (!graph.has(id, 'is_abstract')) return []
  const concrete = graph.subClasses(id).filter((sub) => !graph.has(sub, 'is_abstract'))
  if (concrete.length === 0) return [{ title: 'Abstract class', text: 'It has no objects of its own and no known subclass that has.' }]
  const named = enumerate(namesOf(graph, concrete), MOST_NAMED, concrete.length)
  return [{ title: 'Abstract class', text: `It has no objects of its own; query its subclasses instead: ${named}.` }]
}

function deprecatedNote(graph: ClassGraph, id: number): Note[] {
  return graph.has(id, 'is_deprecated') ? [{ title: 'Deprecated', text: 'Later releases may come without this class.' }] : []
}

function readOnlyNote(graph: ClassGraph, id: number): Note[] {
  // Relations say themselves which end is configured.
  const isSaid = graph.has(id, 'is_abstract') || graph.relationOf(id) !== undefined
  if (graph.has(id, 'is_configurable') || isSaid) return []
  return [{ title: 'Read-only', text: 'The controller makes and changes its objects; they can be queried, not configured.' }]
}

function rootNote(graph: ClassGraph, id: number): Note[] {
  if (!graph.has(id, 'is_context_root')) return []
  return [{ title: 'Context root', text: 'What belongs together hangs below one object of it, so it makes a good scope for queries.' }]
}

function namesOf(graph: ClassGraph, ids: Uint32Array): string[] {
  return Array.from(ids.subarray(0, MOST_NAMED), (sub) => spokenName(graph, sub))
}
