import type { ClassGraph } from '../graph/class-graph.ts'

/** What saved queries depend on in a class: kept of every version, so that versions can be compared later. */
export type ClassOutline = {
  readonly name: string
  readonly is_abstract: boolean
  /** Only on relation source (Rs) classes: what they lead from and to. */
  readonly relation: readonly [source: string, target: string] | null
  /** By name, with the wire values of those that list a few. */
  readonly properties: Readonly<Record<string, readonly [type: string, ...values: string[]]>>
}

/** A list that is longer says little about what a query may ask for. */
const MOST_VALUES = 100

/** The outlines of all classes of a model as they are stored, each a line of JSON, in the order of their names. */
export const outlineLines = (graph: ClassGraph): readonly string[] =>
  Array.from(outlineOf(graph), (outline) => JSON.stringify(outline))

function* outlineOf(graph: ClassGraph): Generator<ClassOutline, void, undefined> {
  for (let id = 0; id < graph.classCount; id += 1) {
    const relation = graph.relationOf(id)
    yield {
      name: graph.className(id),
      is_abstract: graph.has(id, 'is_abstract'),
      relation: relation?.is_source ? [relation.source, relation.target] : null,
      properties: Object.fromEntries(
        graph
          .properties(id)
          .map(({ name, type, values }) => [name, [type, ...(values.length <= MOST_VALUES ? values : [])]]),
      ),
    }
  }
}
