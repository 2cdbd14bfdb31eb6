import type { ClassGraph } from '../graph/class-graph.ts'
import { dnFormat } from './dn-format.ts'
import { enumerate, type ClassNote, labelledName } from './note.ts'
import { shownClasses } from './shown-classes.ts'

const MOST_NAMED = 6

/** How objects are named, and which classes are above and below them. */
export function placeNotes(graph: ClassGraph, id: number): ClassNote[] {
  return [...namingNote(graph, id), ...containerNote(graph, id), ...childrenNote(graph, id)]
}

function namingNote(graph: ClassGraph, id: number): ClassNote[] {
  const { rn_format, naming } = graph.describe(id)
  if (rn_format === '') return []
  if (naming.length === 0) {
    return [{ title: 'Naming', text: `There is at most one below each parent; its RN is always \`${rn_format}\`.` }]
  }
  return [
    {
      title: 'Naming',
      text: `Objects below the same parent are identified by ${enumerate(naming, MOST_NAMED)}; the RN is \`${rn_format}\`.`,
    },
  ]
}

function containerNote(graph: ClassGraph, id: number): ClassNote[] {
  const containers = graph.containers(id)
  if (containers.length === 0) return []
  const named = enumerate(namesOf(graph, containers), MOST_NAMED, containers.length)
  const format = dnFormat(graph, id)
  return [{ title: 'Location', text: `Below ${named}.${format === '' ? '' : ` A DN looks like \`${format}\`.`}` }]
}

function childrenNote(graph: ClassGraph, id: number): ClassNote[] {
  const { shown, leftOut } = shownClasses(graph, graph.contained(id), { includeGeneric: false })
  if (shown.length === 0) return []
  const central = shown.toSorted((a, b) => graph.classRank(a) - graph.classRank(b) || a - b)
  const generic = leftOut === 0 ? '' : ` Also tags, faults, events, health and statistics (${String(leftOut)}).`
  return [{ title: 'Children', text: `${enumerate(namesOf(graph, central), MOST_NAMED, shown.length)}.${generic}` }]
}

function namesOf(graph: ClassGraph, ids: Uint32Array): string[] {
  return Array.from(ids.subarray(0, MOST_NAMED), (other) => labelledName(graph, other))
}
