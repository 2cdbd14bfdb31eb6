import { type Static, Type } from 'typebox'
import type { Row } from '../values/row.ts'
import { AGGREGATE_FUNCTIONS, startAggregate, type Aggregate } from './aggregates.ts'
import { cellOf, keyOf, makeRow } from '../values/cells.ts'
import { ColumnName, ColumnNamesOrNone } from './column-schema.ts'
import { type ConfigFault, definePostProcessor } from './post-processor.ts'
import { FailedRows } from './failed-rows.ts'

const AggregateConfig = Type.Object({
  function: Type.Enum([...AGGREGATE_FUNCTIONS]),
  column: Type.Optional(ColumnName),
  as: Type.Optional(ColumnName),
})
type AggregateConfig = Static<typeof AggregateConfig>

const Config = Type.Object({
  by: Type.Optional(ColumnNamesOrNone),
  aggregates: Type.Optional(Type.Array(AggregateConfig, { maxItems: 100 })),
})
type Group = { readonly first: Row; readonly aggregates: readonly Aggregate[] }

/**
 * One row for each combination of values in the `by` columns, in order of first appearance, with aggregates of its
 * rows. Without `by` there is one row, even if there are no input rows.
 */
export const group = definePostProcessor({
  type: 'group',
  config: Config,
  rowwise: false,
  needs: ({ by = [], aggregates = [] }) => [...new Set([...by, ...aggregates.flatMap(({ column }) => column ?? [])])],
  gives: (_, config) => columnsOf(config),
  check: (config) => [...missingColumns(config), ...sharedNames(config)],
  apply: ({ rows }, config) => {
    const { by = [], aggregates = [] } = config
    const failed = aggregates.map(() => new FailedRows())
    const groups = new Map<string, Group>()
    if (by.length === 0) groups.set('[]', startGroup({}, aggregates))
    for (const row of rows) {
      const key = keyOf(row, by)
      let found = groups.get(key)
      if (found === undefined) groups.set(key, (found = startGroup(row, aggregates)))
      addRow(found, row, aggregates, failed)
    }
    const columns = columnsOf(config)
    const shape = ({ first, aggregates: sums }: Group) =>
      makeRow(columns, (column, index) => (index < by.length ? cellOf(first, column) : (sums[index - by.length]?.result() ?? null)))
    const warnings = aggregates.flatMap(
      (aggregate, index) => failed[index]?.warnings(`group ${nameOf(aggregate)}`, 'were skipped', rows.length) ?? [],
    )
    return { columns, rows: [...groups.values()].map(shape), warnings }
  },
})

function startGroup(first: Row, aggregates: readonly AggregateConfig[]): Group {
  return { first, aggregates: aggregates.map((aggregate) => startAggregate(aggregate.function)) }
}

function addRow(group: Group, row: Row, aggregates: readonly AggregateConfig[], failed: readonly FailedRows[]): void {
  for (const [index, { column }] of aggregates.entries()) {
    const value = column === undefined ? true : cellOf(row, column)
    if (value === null || group.aggregates[index]?.add(value) !== false) continue
    failed[index]?.add(`${JSON.stringify(value)} is not a number`)
  }
}

/** The name of an aggregate's column: as given, or for example `count` or `sum_bytes`. */
function nameOf({ function: name, column, as }: AggregateConfig): string {
  return as ?? (column === undefined ? name : `${name}_${column}`)
}

function columnsOf({ by = [], aggregates = [] }: Static<typeof Config>): readonly string[] {
  return [...by, ...aggregates.map(nameOf)]
}

function missingColumns({ aggregates = [] }: Static<typeof Config>): ConfigFault[] {
  return aggregates.flatMap(({ function: name, column }, index) =>
    column !== undefined || name === 'count' ? [] : [{ path: `aggregates.${index}.column`, message: `${name} needs a column` }],
  )
}

function sharedNames(config: Static<typeof Config>): ConfigFault[] {
  const { by = [], aggregates = [] } = config
  const names = columnsOf(config)
  if (names.length === 0) return [{ path: '', message: 'by or aggregates is required' }]
  return aggregates.flatMap((aggregate, index) => {
    const name = nameOf(aggregate)
    if (names.indexOf(name) === by.length + index) return []
    return [{ path: `aggregates.${index}.as`, message: `there is already a column ${name}: name this one with as` }]
  })
}
