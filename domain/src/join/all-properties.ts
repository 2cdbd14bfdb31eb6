import { compareDn } from '../dn/dn.ts'
import type { Match } from './execute-joins.ts'
import type { TableRow } from './table-row.ts'

/** Every property any row of the table has, in alphabetical order. Rows differ when the class has subclasses. */
export function allProperties(matches: readonly Match[], slot: number): readonly string[] {
  const found = new Set<string>()
  let known: readonly string[] = []
  for (const match of matches) {
    const values = match[slot]?.values
    if (values === undefined || hasKeys(values, known)) continue
    known = Object.keys(values)
    for (const property of known) found.add(property)
  }
  return [...found].sort(compareDn)
}

/** Objects of a class mostly have the same properties; comparing with the previous one is cheaper than collecting. */
function hasKeys(values: TableRow['values'], keys: readonly string[]): boolean {
  let index = 0
  for (const key in values) if (key !== keys[index++]) return false
  return index === keys.length
}
