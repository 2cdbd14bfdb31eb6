import { isWireObject } from './wire.ts'

/** What a node of a canvas as received names of its class. Values are written `property=value`. */
export type NodeUses = { readonly properties: ReadonlySet<string>; readonly values: ReadonlySet<string> }

/** The properties that a node shows, filters or is joined by, and the values that its filters name. */
export function usesOf(node: Wire, edges: readonly Wire[]): NodeUses {
  const properties = new Set(wireTexts(node.properties))
  const values = new Set<string>()
  for (const filter of filtersIn(node.filters)) {
    if (typeof filter.property !== 'string') continue
    properties.add(filter.property)
    for (const value of wireTexts([filter.value].flat())) values.add(`${filter.property}=${value}`)
  }
  for (const { source, target, on } of edges) {
    for (const one of wireList([on].flat())) {
      const ends = [source === node.id && one.source, ...(target === node.id ? [one.target, one.from, one.to] : [])]
      for (const text of wireTexts(ends)) properties.add(text)
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

/** The objects of a list as received; without one, none. */
export const wireList = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.filter(isWireObject) : [])
export const wireTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
