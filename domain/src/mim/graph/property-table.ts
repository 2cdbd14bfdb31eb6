import { PROPERTY_TYPES } from '@heddle/contract/mim-kinds.ts'
import type { PropertyRecord } from '../class-record.ts'
import type { IndexParts } from '../parts.ts'
import { listParts } from '../search/lists.ts'
import { listsOf } from './adjacency.ts'
import { createInterner, type Interner } from './interner.ts'
import { DEFAULT_KINDS, PROPERTY_FLAGS, packFlags } from './property-codes.ts'
import { createRowInterner, type RowInterner } from './row-interner.ts'

/**
 * The distinct properties of all classes. Thousands of classes have the same few columns (`dn`, `name`, `modTs`), so
 * each property is stored once: its texts (name, label, description) as a definition, the rest separately.
 */
export type GraphProperties = {
  /** The number of an identical property. */
  id(property: PropertyRecord): number
  definitionOf(property: number): number
  parts(): IndexParts
  readonly definitionCount: number
}

// The columns of definitions and of properties.
const WORDS = ['name', 'label', 'description'] as const
const TRAITS = ['definition', 'type', 'raw_type', 'flags', 'default_kind', 'default', 'values', 'value_count'] as const

export function createPropertyTable(texts: Interner): GraphProperties {
  const definitions = createRowInterner(WORDS.length)
  const properties = createRowInterner(TRAITS.length)
  const values = createValueLists(texts)
  return {
    id: (property) => {
      const definition = definitions.id(WORDS.map((word) => texts.id(property[word])))
      return properties.id([
        definition,
        ...traitsOf(property, texts),
        values.id(property.named_numbers ?? property.values),
        property.value_count,
      ])
    },
    definitionOf: (property) => properties.cell(property, 0),
    get definitionCount() {
      return definitions.count
    },
    parts: () => ({
      ...columnParts('graph.definition', WORDS, definitions),
      ...columnParts('graph.property', TRAITS, properties),
      ...values.parts(),
    }),
  }
}

function traitsOf(property: PropertyRecord, texts: Interner): number[] {
  const kind = property.default === null ? 'none' : typeof property.default === 'number' ? 'number' : 'text'
  return [
    PROPERTY_TYPES.indexOf(property.type),
    texts.id(property.raw_type),
    packFlags(property, PROPERTY_FLAGS),
    DEFAULT_KINDS.indexOf(kind),
    texts.id(String(property.default ?? '')),
  ]
}

/** Distinct lists of wire values; the first one is empty. */
function createValueLists(texts: Interner) {
  const lists = createInterner()
  const numbers: number[][] = []
  const id = (values: readonly string[]) => {
    const valueIds = values.map((value) => texts.id(value))
    const list = lists.id(valueIds.join())
    numbers[list] ??= valueIds
    return list
  }
  id([])
  return { id, parts: () => listParts('graph.value_lists', listsOf(numbers)) }
}

function columnParts(name: string, columns: readonly string[], rows: RowInterner): IndexParts {
  return Object.fromEntries(columns.map((column, at) => [`${name}.${column}`, rows.column(at)]))
}
