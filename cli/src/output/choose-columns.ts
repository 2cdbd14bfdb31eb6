import { CommandError } from '../terminal.ts'

type Cells<Item> = Readonly<Record<string, (item: Item) => unknown>>

/** The columns of a list: those that were asked for, by heading or field, or with the item's other fields. */
export function chooseColumns<Item extends object>(
  items: readonly Item[],
  columns: Cells<Item>,
  { names, isWide }: { readonly names: readonly string[] | undefined; readonly isWide: boolean },
): Cells<Item> {
  const fields = fieldsOf(items)
  if (names !== undefined) {
    // Of an empty list, nobody knows which fields its items would have.
    if (items.length > 0) requireKnown(names, [...Object.keys(columns), ...fields])
    return Object.fromEntries(names.map((name) => [name, columns[name] ?? fieldOf<Item>(name)]))
  }
  if (!isWide) return columns
  const shown = Object.keys(columns)
  const others = fields.filter((field) => !shown.some((name) => field === name || field.startsWith(`${name}_`)))
  return { ...columns, ...Object.fromEntries(others.map((field) => [field, fieldOf<Item>(field)])) }
}

/** The columns of rows that were asked for. */
export function chosenOf(all: readonly string[], names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return all
  requireKnown(names, all)
  return names
}

/** Those that fit into a cell. */
const fieldsOf = (items: readonly object[]): readonly string[] => [
  ...new Set(
    items.flatMap((item) =>
      Object.entries(item).flatMap(([name, value]) =>
        value === null || typeof value !== 'object' || Array.isArray(value) ? [name] : [],
      ),
    ),
  ),
]

const fieldOf =
  <Item extends object>(name: string) =>
  (item: Item): unknown =>
    Object.hasOwn(item, name) ? item[name as keyof Item] : undefined

function requireKnown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const list = [...new Set(known)].join(', ')
  throw new CommandError(`There is no column ${unknown.map((name) => `"${name}"`).join(', ')}. There are: ${list}.`)
}
