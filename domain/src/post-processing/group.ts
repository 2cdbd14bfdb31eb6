import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Row } from '../values/row.ts'
import type { Aggregate } from './aggregate.ts'
import { AggregateDetails, aggregateFaults, AggregateName } from './aggregate-config.ts'
import { startAggregate } from './aggregates.ts'
import { cellOf, rowKey, makeRow } from '../values/cells.ts'
import { ColumnName, ColumnNamesOrNone } from './column-schema.ts'
import { columnsConsultedByAll, expressionColumns, expressionFaults } from './expression-config.ts'
import { FailedRows } from './failed-rows.ts'
import { type ConfigFault, definePostProcessor, type RowTable } from './post-processor.ts'
import { rowCondition } from './row-condition.ts'

const AggregateConfig = Type.Object({
  function: AggregateName,
  column: Type.Optional(ColumnName),
  as: Type.Optional(ColumnName),
  ...AggregateDetails,
  where: Type.Optional(Type.String()),
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
  needs: (config) => [
    ...new Set([
      ...plainColumns(config),
      ...(config.aggregates ?? []).flatMap(({ where }) => expressionColumns(where)),
    ]),
  ],
  consults: (config) =>
    columnsConsultedByAll((config.aggregates ?? []).map(({ where }) => where))?.concat(plainColumns(config)),
  gives: (_, config) => columnsOf(config),
  check: (config) => [...(config.aggregates ?? []).flatMap(faultsOfAggregate), ...sharedNames(config)],
  writes: () => ({ columns: 'all' }),
  apply: ({ rows }, config) => {
    const { by = [], aggregates = [] } = config
    const readers = aggregates.map(readerOf)
    const groups = new Map<string, Group>()
    if (by.length === 0) groups.set('[]', startGroup({}, aggregates))
    for (const row of rows) {
      const key = rowKey(row, by)
      let found = groups.get(key)
      if (found === undefined) groups.set(key, (found = startGroup(row, aggregates)))
      for (const [index, aggregate] of found.aggregates.entries()) readers[index]?.addTo(aggregate, row)
    }
    const columns = columnsOf(config)
    const shape = ({ first, aggregates: sums }: Group) =>
      makeRow(columns, (column, index) =>
        index < by.length ? cellOf(first, column) : (sums[index - by.length]?.result() ?? null),
      )
    const warnings = readers.flatMap((reader) => reader.warnings(rows.length))
    return { columns, rows: [...groups.values()].map(shape), warnings }
  },
})

/** Whether a step does nothing but count all rows. */
export function isPlainCount(step: PostProcessorStep | undefined): boolean {
  if (step?.type !== 'group' || !Check(Config, step.config)) return false
  const { by = [], aggregates = [] } = step.config
  const counts = aggregates.every(
    ({ function: name, column, where, distinct }) =>
      name === 'count' && column === undefined && where === undefined && distinct !== true,
  )
  return by.length === 0 && aggregates.length > 0 && counts
}

/** What such a step gives, of so many rows. */
export function countRow(config: PostProcessorStep['config'], count: number): RowTable {
  const columns = columnsOf(config)
  return { columns, rows: [makeRow(columns, () => count)] }
}

function startGroup(first: Row, aggregates: readonly AggregateConfig[]): Group {
  return { first, aggregates: aggregates.map(startAggregate) }
}

/** Adds the values of rows to an aggregate, and counts the rows whose values could not be used. */
function readerOf(config: AggregateConfig) {
  const { column, where } = config
  const [unusable, undecided] = [new FailedRows(), new FailedRows()]
  const passes = where === undefined ? undefined : rowCondition(where, undecided)
  return {
    addTo: (aggregate: Aggregate, row: Row): void => {
      if (passes?.(row) === false) return
      const value = column === undefined ? true : cellOf(row, column)
      if (value !== null && !aggregate.add(value)) unusable.add(() => `${JSON.stringify(value)} is not a number`)
    },
    warnings: (all: number): string[] => [
      ...undecided.warnings(`group ${nameOf(config)}, where`, 'were left out', all),
      ...unusable.warnings(`group ${nameOf(config)}`, 'were skipped', all),
    ],
  }
}

const plainColumns = ({ by = [], aggregates = [] }: Static<typeof Config>): readonly string[] => [
  ...by,
  ...aggregates.flatMap(({ column }) => column ?? []),
]

/** The name of an aggregate's column: as given, or for example `count` or `sum_bytes`. */
function nameOf({ function: name, column, as }: AggregateConfig): string {
  return as ?? (column === undefined ? name : `${name}_${column}`)
}

function columnsOf({ by = [], aggregates = [] }: Static<typeof Config>): readonly string[] {
  return [...by, ...aggregates.map(nameOf)]
}

function faultsOfAggregate(aggregate: AggregateConfig, index: number): ConfigFault[] {
  const faults = [
    ...aggregateFaults(aggregate, 'column', aggregate.column),
    ...expressionFaults(aggregate.where, 'where'),
  ]
  return faults.map((fault) => ({ ...fault, path: `aggregates.${index}.${fault.path}` }))
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
