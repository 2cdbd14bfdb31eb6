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
export function* outlineLines(graph: ClassGraph): Generator<string, void, undefined> {
  const written = writeOnce(graph)
  for (let id = 0; id < graph.classCount; id++) yield outlineLine(graph, id, written)
}

/** A property as it is in outlines, and as JSON: most properties are those of many classes. */
type WrittenProperty = {
  readonly name: string
  readonly outline: ClassOutline['properties'][string]
  readonly json: string
}

function writeOnce(graph: ClassGraph): (property: number) => WrittenProperty {
  const known = new Map<number, WrittenProperty>()
  return (property) => {
    const before = known.get(property)
    if (before) return before
    const { name, type, values } = graph.property(property)
    const outline = [type, ...(values.length <= MOST_VALUES ? values : [])] as const
    const written = { name, outline, json: `${JSON.stringify(name)}:${JSON.stringify(outline)}` }
    known.set(property, written)
    return written
  }
}

function outlineLine(graph: ClassGraph, id: number, written: (property: number) => WrittenProperty): string {
  const relation = graph.relationOf(id)
  const properties = Array.from(graph.propertyNumbers(id), written)
  const rest = JSON.stringify({
    name: graph.className(id),
    is_abstract: graph.has(id, 'is_abstract'),
    relation: relation?.is_source ? [relation.source, relation.target] : null,
  } satisfies Omit<ClassOutline, 'properties'>)
  return `${rest.slice(0, -1)},"properties":${jsonOf(properties)}}`
}

const STARTS_WITH_DIGIT = /^\d/

function jsonOf(properties: readonly WrittenProperty[]): string {
  const names = new Set(properties.map(({ name }) => name))
  // An object has each name once, and those that are numbers first.
  if (names.size < properties.length || properties.some(({ name }) => STARTS_WITH_DIGIT.test(name)))
    return JSON.stringify(Object.fromEntries(properties.map(({ name, outline }) => [name, outline])))
  return `{${properties.map(({ json }) => json).join(',')}}`
}
