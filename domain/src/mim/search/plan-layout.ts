import { NO_OWNER, type Numbering } from './layout.ts'
import type { SearchSource } from './search-source.ts'

type Property = { readonly name: string; readonly definitions: readonly number[] }

/** Numbers entries and documents, and orders entries that match equally well. */
export function planLayout(source: SearchSource): Numbering {
  const properties = groupDefinitions(source)
  const places = placeEntries(source, properties)
  const definitions = Uint32Array.from(properties.flatMap((property) => property.definitions))
  const propertyStarts = new Uint32Array(properties.length + 1)
  properties.forEach((property, at) => {
    propertyStarts[at + 1] = propertyStarts[at]! + property.definitions.length
  })
  return {
    classCount: source.classCount,
    definitionCount: source.definitionCount,
    packageCount: source.packageCount,
    propertyCount: properties.length,
    definitions,
    properties: Uint32Array.from(properties.flatMap((property, at) => property.definitions.map(() => at))),
    propertyStarts,
    places,
    ownerPlaces: definitions.map((definition) => {
      const owner = firstOwner(source, definition)
      return owner === undefined ? NO_OWNER : places[owner]!
    }),
  }
}

function groupDefinitions(source: SearchSource): Property[] {
  const byName = new Map<string, number[]>()
  for (let definition = 0; definition < source.definitionCount; definition++) {
    const name = source.definitionName(definition)
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [definition])
    else same.push(definition)
  }
  return Array.from(byName, ([name, definitions]) => ({ name, definitions }))
}

/** The most central first, then the shortest name, then classes before properties before packages, then by name. */
function placeEntries(source: SearchSource, properties: readonly Property[]): Uint32Array {
  const entries = [
    ...Array.from({ length: source.classCount }, (_, id) => ({
      name: source.className(id),
      rank: source.classRank(id),
      type: 0,
    })),
    ...properties.map(({ name, definitions }) => ({ name, rank: rankOfProperty(source, definitions), type: 1 })),
    ...Array.from({ length: source.packageCount }, (_, id) => ({ name: source.packageName(id), rank: 0, type: 2 })),
  ].map((entry, id) => ({ ...entry, id }))
  entries.sort(
    (a, b) =>
      a.rank - b.rank || a.name.length - b.name.length || a.type - b.type || byText(a.name, b.name) || a.id - b.id,
  )
  const places = new Uint32Array(entries.length)
  entries.forEach(({ id }, place) => {
    places[id] = place
  })
  return places
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A property is as central as the most central class that has it. */
function rankOfProperty(source: SearchSource, definitions: readonly number[]): number {
  let best = Infinity
  for (const definition of definitions) {
    const owner = firstOwner(source, definition)
    if (owner !== undefined) best = Math.min(best, source.classRank(owner))
  }
  return best === Infinity ? 3 : best
}

function firstOwner(source: SearchSource, definition: number): number | undefined {
  return source.definitionOwners(definition)[0]
}
