import { Type } from 'typebox'
import type { Row } from '../values/row.ts'
import { cellOf, makeRow } from '../values/cells.ts'
import { ColumnName } from './column-schema.ts'
import { type Columns, type ConfigFault, definePostProcessor } from './post-processor.ts'

type Names = Readonly<Record<string, string>>

/** Renames columns; order and values stay. */
export const rename = definePostProcessor({
  type: 'rename',
  config: Type.Object({ columns: Type.Record(Type.String(), ColumnName, { minProperties: 1, maxProperties: 1_000 }) }),
  rowwise: true,
  needs: ({ columns }) => Object.keys(columns),
  gives: (columns, { columns: names }) =>
    columns === undefined ? undefined : planNames(columns, names).map(({ to }) => to),
  check: ({ columns: names }, columns) => clashes(names, columns),
  apply: ({ columns, rows }, { columns: names }) => {
    const plan = planNames(columns, names)
    const after = plan.map(({ to }) => to)
    const renamed = (row: Row) => makeRow(after, (_, index) => cellOf(row, plan[index]?.from ?? ''))
    const lost = columns.filter((column) => !plan.some(({ from }) => from === column))
    const warnings = lost.map(
      (column) =>
        `rename: column ${column} was dropped, because another column is now named ${nameAfter(column, names)}`,
    )
    return { columns: after, rows: rows.map(renamed), warnings }
  },
})

type Renaming = { readonly from: string; readonly to: string }

// Clashes are faults of the configuration, unless the columns were not known before the run. Then the renamed column
// wins, because the user asked for it by name.
function planNames(columns: readonly string[], names: Names): readonly Renaming[] {
  const plan = columns.map((from) => ({ from, to: nameAfter(from, names) }))
  const wanted = new Set(plan.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const taken = new Set<string>()
  return plan.filter(({ from, to }) => {
    const isDropped = taken.has(to) || (from === to && wanted.has(to))
    if (!isDropped) taken.add(to)
    return !isDropped
  })
}

function nameAfter(column: string, names: Names): string {
  return Object.hasOwn(names, column) ? (names[column] ?? column) : column
}

function clashes(names: Names, columns: Columns): ConfigFault[] {
  const others = new Set(columns?.filter((column) => !Object.hasOwn(names, column)))
  const firstNamed = new Map<string, string>()
  return Object.entries(names).flatMap(([from, to]) => {
    const path = `columns.${from}`
    const twin = firstNamed.get(to)
    if (twin !== undefined) return [{ path, message: `${twin} and ${from} would both be named ${to}` }]
    firstNamed.set(to, from)
    return others.has(to) ? [{ path, message: `there is already a column ${to}` }] : []
  })
}
