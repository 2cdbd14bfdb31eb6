import { PROPERTY_TYPES, type PropertyType } from '@heddle/contract/mim-kinds.ts'
import type { PropertyRecord } from '../class-record.ts'
import type { IndexParts } from '../parts.ts'
import { openLists } from '../search/lists.ts'
import { numbersOf } from '../search/part-of.ts'
import { listAt } from './adjacency.ts'
import { DEFAULT_KINDS, PROPERTY_FLAGS, unpackFlags } from './property-codes.ts'

type TextOf = (id: number) => string

/** The properties of a class in the order of its document, and the texts of each distinct property. */
export function openProperties(parts: IndexParts, text: TextOf) {
  const trait = (name: string) => numbersOf(parts, `graph.property.${name}`)
  const definition = openDefinitions(parts, text)
  const [definitions, types, rawTypes, flags] = [trait('definition'), trait('type'), trait('raw_type'), trait('flags')]
  const [defaultKinds, defaults, values, valueCounts] = [
    trait('default_kind'),
    trait('default'),
    trait('values'),
    trait('value_count'),
  ]
  const valueLists = openLists(parts, 'graph.value_lists')
  const ofClass = openLists(parts, 'graph.properties')

  const defaultOf = (property: number) => {
    const kind = DEFAULT_KINDS[defaultKinds[property]!]
    if (kind === 'none') return null
    const written = text(defaults[property]!)
    return kind === 'number' ? Number(written) : written
  }
  const typeOf = (property: number) => PROPERTY_TYPES[types[property]!] ?? 'string'
  const read = (property: number): PropertyRecord => ({
    name: definition.definitionName(definitions[property]!),
    label: definition.definitionLabel(definitions[property]!),
    description: definition.definitionDescription(definitions[property]!),
    type: typeOf(property),
    raw_type: text(rawTypes[property]!),
    ...unpackFlags(flags[property]!, PROPERTY_FLAGS),
    default: defaultOf(property),
    ...listedIn(typeOf(property), Array.from(listAt(valueLists, values[property]!), text)),
    value_count: valueCounts[property]!,
  })

  return {
    ...definition,
    properties: (id: number) => Array.from(listAt(ofClass, id), read),
    propertyNumbers: (id: number) => listAt(ofClass, id),
    property: read,
    propertyCount: (id: number) => listAt(ofClass, id).length,
    propertyTotal: ofClass.values.length,
  }
}

/** Numbers have no list of values, so the place of theirs holds their names. */
function listedIn(type: PropertyType, list: readonly string[]): Pick<PropertyRecord, 'values' | 'named_numbers'> {
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && list.length > 0 ? { values: [], named_numbers: list } : { values: list }
}

function openDefinitions(parts: IndexParts, text: TextOf) {
  const [names, labels, descriptions] = ['name', 'label', 'description'].map((word) =>
    numbersOf(parts, `graph.definition.${word}`),
  )
  const owners = openLists(parts, 'graph.owners')
  return {
    definitionCount: owners.starts.length - 1,
    definitionName: (id: number) => text(names![id]!),
    definitionLabel: (id: number) => text(labels![id]!),
    definitionDescription: (id: number) => text(descriptions![id]!),
    definitionOwners: (id: number) => listAt(owners, id),
  }
}
