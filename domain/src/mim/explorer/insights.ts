import type { MimInsights } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { kindNotes } from './kind-notes.ts'
import { placeNotes } from './place-notes.ts'
import { propertyNotes } from './property-notes.ts'
import { relationNotes } from './relation-notes.ts'

/**
 * Notes on working with a class, derived from the model, the most important first. Each has a title and one or two
 * sentences.
 */
export function insights(graph: ClassGraph, id: number): MimInsights {
  const notes = [
    ...kindNotes(graph, id),
    ...relationNotes(graph, id),
    ...placeNotes(graph, id),
    ...propertyNotes(graph, id),
  ]
  return { class_name: graph.className(id), notes: notes.map((note) => ({ ...note, source: 'model' })) }
}
