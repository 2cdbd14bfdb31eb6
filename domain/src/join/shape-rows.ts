import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import type { RowShape, TableId } from '../query/plan.ts'
import type { Row } from '../values/row.ts'
import type { Match } from './execute-joins.ts'
import { allProperties } from './all-properties.ts'
import { isSortedByDn, sortByDn } from './row-order.ts'

export type Shaped = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

/** A column and where its values come from: `dn` and `className` of a row are separate from its other values. */
type Column = { readonly name: string; readonly slot: number; readonly property: string }

/**
 * Turns matches into rows that all have the same columns in the same order: the primary's `dn`, `className` and
 * properties unprefixed, the others' as `<prefix>.<property>`, those of relation objects last. Missing values are null.
 * Rows are sorted by the primary's DN, then by the other DNs, rows without a primary last, so that equal content gives
 * equal output.
 */
export function shapeRows(slots: ReadonlyMap<TableId, number>, matches: readonly Match[], shape: RowShape): Shaped {
  const order = [...shape.tables, ...(shape.relations ?? [])]
    .map(({ table }) => slots.get(table))
    .filter((slot) => slot !== undefined)
  // The controller was asked for this order already; checking is cheaper than sorting.
  const sorted = isSortedByDn(matches, order) ? matches : sortByDn(matches, order)
  const columns = withController(shape, [
    ...shape.tables.flatMap((table) => columnsOf(table, shape.primary, slots, sorted)),
    ...(shape.relations ?? []).flatMap((relation) => relationColumnsOf(relation, slots)),
  ])
  return { columns: columns.map(({ name }) => name), rows: makeRows(sorted, columns, shape.controller) }
}

/** `@controller` comes first after `className`, with the other words for which object a row is. */
function withController({ controller }: RowShape, columns: readonly Column[]): readonly Column[] {
  if (controller === undefined) return columns
  return columns.toSpliced(columns.findIndex(({ name }) => name === 'className') + 1, 0, {
    name: CONTROLLER_COLUMN,
    slot: -1,
    property: '',
  })
}

function columnsOf(
  { table, prefix, properties }: RowShape['tables'][number],
  primary: TableId,
  slots: ReadonlyMap<TableId, number>,
  matches: readonly Match[],
): readonly Column[] {
  const slot = slots.get(table) ?? -1
  const isPrimary = table === primary
  const always = isPrimary ? ['dn', 'className'] : ['dn']
  const shown = new Set([...always, ...(properties ?? allProperties(matches, slot))])
  // Assigning `__proto__` would change the row instead of adding a column; no class has such a property.
  shown.delete('__proto__')
  return [...shown].map((property) => ({ name: isPrimary ? property : `${prefix}.${property}`, slot, property }))
}

function relationColumnsOf(
  { table, prefix, properties }: NonNullable<RowShape['relations']>[number],
  slots: ReadonlyMap<TableId, number>,
): Column[] {
  return properties.map((property) => ({ name: `${prefix}.${property}`, slot: slots.get(table) ?? -1, property }))
}

/** Rows are copies of one empty row: building each of them column by column takes several times as long. */
function makeRows(
  matches: readonly Match[],
  columns: readonly Column[],
  controller: string | undefined,
): readonly Row[] {
  const empty: Row = Object.fromEntries(
    columns.map(({ name }) => [name, name === CONTROLLER_COLUMN ? (controller ?? null) : null]),
  )
  const names = columns.map(({ name }) => name)
  const slots = columns.map(({ slot }) => slot)
  const properties = columns.map(({ property }) => property)
  const inherited = properties.some((property) => property in Object.prototype)
  return matches.map((match) => {
    const row = { ...empty }
    for (let index = 0; index < names.length; index++) {
      const from = match[slots[index]!]
      if (from === undefined) continue
      const property = properties[index]!
      if (property === 'dn') row[names[index]!] = from.dn
      else if (property === 'className') row[names[index]!] = from.class_name
      // `constructor` must not find the inherited one.
      else if (!inherited || Object.hasOwn(from.values, property)) row[names[index]!] = from.values[property] ?? null
    }
    return row
  })
}
