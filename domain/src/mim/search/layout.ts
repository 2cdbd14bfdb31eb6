import type { IndexParts } from '../parts.ts'
import { numbersOf } from './part-of.ts'
import type { SearchSource } from './search-source.ts'

/**
 * The numbering of the search. Entries have a name: classes, then property names, then packages. Documents have their
 * own texts: classes, then property definitions (grouped by name), then packages.
 */
export type Numbering = {
  readonly classCount: number
  readonly propertyCount: number
  readonly packageCount: number
  readonly definitionCount: number
  /** The id of each definition in the source. */
  readonly definitions: Uint32Array
  /** The property name of each definition. */
  readonly properties: Uint32Array
  /** Where the definitions of each property name start. */
  readonly propertyStarts: Uint32Array
  /** The position of each entry among equally good matches; lower comes first. */
  readonly places: Uint32Array
  /** The position of the most central class that has the definition; `NOBODY` if none has. */
  readonly ownerPlaces: Uint32Array
}

export type EntryType = 'class' | 'property' | 'package'
export const NO_OWNER = 0xffffffff

export function openLayout(parts: IndexParts, { classCount, definitionCount, packageCount }: SearchSource): Numbering {
  const propertyStarts = numbersOf(parts, 'search.propertyStarts')
  return {
    classCount,
    definitionCount,
    packageCount,
    propertyCount: propertyStarts.length - 1,
    propertyStarts,
    definitions: numbersOf(parts, 'search.definitions'),
    properties: numbersOf(parts, 'search.properties'),
    places: numbersOf(parts, 'search.places'),
    ownerPlaces: numbersOf(parts, 'search.ownerPlaces'),
  }
}

export function layoutParts(layout: Numbering): IndexParts {
  return {
    'search.definitions': layout.definitions,
    'search.properties': layout.properties,
    'search.propertyStarts': layout.propertyStarts,
    'search.places': layout.places,
    'search.ownerPlaces': layout.ownerPlaces,
  }
}

export function documentCountOf({ classCount, definitionCount, packageCount }: Numbering): number {
  return classCount + definitionCount + packageCount
}

export function typeOfDocument({ classCount, definitionCount }: Numbering, document: number): EntryType {
  if (document < classCount) return 'class'
  return document < classCount + definitionCount ? 'property' : 'package'
}

export function entryOfDocument(
  { classCount, definitionCount, propertyCount, properties }: Numbering,
  document: number,
): number {
  if (document < classCount) return document
  if (document < classCount + definitionCount) return classCount + properties[document - classCount]!
  return document - definitionCount + propertyCount
}

/** The documents of an entry, `from` up to but excluding `to`: a single one, or all definitions of a property name. */
export function documentsOfEntry(
  { classCount, definitionCount, propertyCount, propertyStarts }: Numbering,
  entry: number,
) {
  if (entry < classCount) return { from: entry, to: entry + 1 }
  if (entry >= classCount + propertyCount) {
    const document = entry - propertyCount + definitionCount
    return { from: document, to: document + 1 }
  }
  const property = entry - classCount
  return { from: classCount + propertyStarts[property]!, to: classCount + propertyStarts[property + 1]! }
}
