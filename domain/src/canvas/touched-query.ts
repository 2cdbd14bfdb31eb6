import type { ReceivedCanvas } from './check-shape.ts'
import { namedClasses } from './named-classes.ts'
import { isWireObject } from './wire.ts'
import type { ClassChange, ModelComparison } from '../mim/compare/compare-outlines.ts'

/** What a saved query uses that the other version does not have, or has otherwise. */
export type TouchedPart = {
  readonly class_name: string
  readonly property: string | null
  readonly what: 'class_removed' | 'property_removed' | 'property_retyped' | 'value_removed' | 'relation_moved'
}

/** Looks a comparison up for many queries. */
export function createTouches({
  removed,
  changed,
}: ModelComparison): (canvas: ReceivedCanvas) => readonly TouchedPart[] {
  const gone = new Set(removed)
  const changes = new Map(changed.map((change) => [change.class_name, change]))
  return (canvas) => {
    const found: TouchedPart[] = []
    const relations = listOf(canvas.edges).flatMap(({ through }) => textsOf([through]))
    for (const name of new Set([...namedClasses(canvas), ...relations])) {
      if (gone.has(name)) found.push({ class_name: name, property: null, what: 'class_removed' })
      else if (changes.get(name)?.relation) found.push({ class_name: name, property: null, what: 'relation_moved' })
    }
    for (const node of listOf(canvas.nodes)) {
      const used = usedBy(node, listOf(canvas.edges))
      for (const name of namedClasses({ ...canvas, nodes: [node] })) {
        const change = changes.get(name)
        if (change) found.push(...touchedProperties(change, used))
      }
    }
    return [...new Map(found.map((part) => [JSON.stringify(part), part])).values()]
  }
}

type Used = { readonly properties: ReadonlySet<string>; readonly values: ReadonlySet<string> }

function touchedProperties({ class_name, removed, retyped, values }: ClassChange, used: Used): readonly TouchedPart[] {
  const part = (property: string, what: TouchedPart['what']): TouchedPart => ({ class_name, property, what })
  return [
    ...removed.filter((name) => used.properties.has(name)).map((name) => part(name, 'property_removed')),
    ...retyped
      .filter(({ property }) => used.properties.has(property))
      .map(({ property }) => part(property, 'property_retyped')),
    ...values
      .filter(({ property, removed: lost }) => lost.some((value) => used.values.has(`${property}=${value}`)))
      .map(({ property }) => part(property, 'value_removed')),
  ]
}

/** The properties that a node shows, filters or is joined by, and the values that its filters name. */
function usedBy(node: Wire, edges: readonly Wire[]): Used {
  const properties = new Set(textsOf(node.properties))
  const values = new Set<string>()
  for (const filter of filtersIn(node.filters)) {
    if (typeof filter.property !== 'string') continue
    properties.add(filter.property)
    for (const value of textsOf([filter.value].flat())) values.add(`${filter.property}=${value}`)
  }
  for (const { source, target, on } of edges) {
    for (const one of listOf([on].flat())) {
      const ends = [source === node.id && one.source, ...(target === node.id ? [one.target, one.from, one.to] : [])]
      for (const text of textsOf(ends)) properties.add(text)
    }
  }
  return { properties, values }
}

type Wire = Readonly<Record<string, unknown>>

/** Conditions inside groups of any depth. */
function filtersIn(value: unknown): readonly Wire[] {
  if (Array.isArray(value)) return value.flatMap(filtersIn)
  if (!isWireObject(value)) return []
  return [
    value,
    ...Object.values(value)
      .filter((part) => typeof part === 'object' && part !== null)
      .flatMap(filtersIn),
  ]
}

const listOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.filter(isWireObject) : [])
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
