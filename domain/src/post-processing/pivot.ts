import { type Static, Type } from 'typebox'
import { textOf as plainText } from '../values/compare-texts.ts'
import type { Row } from '../values/row.ts'
import type { Aggregate, AggregateOptions } from './aggregate.ts'
import { AggregateDetails, aggregateFaults, AggregateName } from './aggregate-config.ts'
import { startAggregate } from './aggregates.ts'
import { cellOf, rowKey, makeRow } from '../values/cells.ts'
import { ColumnName, ColumnNamesOrNone } from './column-schema.ts'
import { FailedRows } from './failed-rows.ts'
import { definePostProcessor } from './post-processor.ts'
import { StepFailure } from './step-failure.ts'

const MOST_COLUMNS = 1_000
/** A name is written out in every row. */
const LONGEST_TITLE = 1_000
const EMPTY = '(empty)'

const Config = Type.Object({
  by: Type.Optional(ColumnNamesOrNone),
  column: ColumnName,
  value: Type.Optional(ColumnName),
  function: Type.Optional(AggregateName),
  ...AggregateDetails,
})
type Config = Static<typeof Config>
type Pivoted = { readonly first: Row; readonly cells: Map<string, Aggregate> }

/**
 * One row for each combination of the `by` columns, and one column for each value of `column`, holding an aggregate of
 * `value`. Both in order of first appearance.
 */
export const pivot = definePostProcessor({
  type: 'pivot',
  config: Config,
  rowwise: false,
  needs: ({ by = [], column, value }) => [...new Set([...by, column, ...(value === undefined ? [] : [value])])],
  gives: () => undefined,
  check: (config) => aggregateFaults(optionsOf(config), 'value', config.value),
  writes: () => ({ columns: 'all' }),
  apply: ({ rows }, config) => {
    const { by = [], column } = config
    const titles = titlesOf(rows, column, by)
    const failed = new FailedRows()
    const pivoted = new Map<string, Pivoted>()
    for (const row of rows) addRow(pivoted, row, config, failed)
    const columns = [...by, ...titles.values()]
    const keys = [...titles.keys()]
    const shape = ({ first, cells }: Pivoted) =>
      makeRow(columns, (title, index) => {
        if (index < by.length) return cellOf(first, title)
        return (cells.get(keys[index - by.length] ?? '') ?? startAggregate(optionsOf(config))).result()
      })
    return {
      columns,
      rows: [...pivoted.values()].map(shape),
      warnings: failed.warnings('pivot', 'were skipped', rows.length),
    }
  },
})

const optionsOf = ({ function: name = 'first', ...details }: Config): AggregateOptions => ({
  ...details,
  function: name,
})

function addRow(pivoted: Map<string, Pivoted>, row: Row, config: Config, failed: FailedRows): void {
  const { by = [], column, value } = config
  const key = rowKey(row, by)
  let found = pivoted.get(key)
  if (found === undefined) pivoted.set(key, (found = { first: row, cells: new Map() }))
  const cell = cellAt(found.cells, plainText(cellOf(row, column)), config)
  const content = value === undefined ? true : cellOf(row, value)
  if (content !== null && !cell.add(content)) failed.add(() => `${JSON.stringify(content)} is not a number`)
}

function cellAt(cells: Map<string, Aggregate>, key: string, config: Config): Aggregate {
  let cell = cells.get(key)
  if (cell === undefined) cells.set(key, (cell = startAggregate(optionsOf(config))))
  return cell
}

/** Values of the pivot column and the columns they become. A value that is the name of another column gets a prefix. */
function titlesOf(rows: readonly Row[], column: string, by: readonly string[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  const taken = new Set(by)
  for (const row of rows) {
    const key = plainText(cellOf(row, column))
    if (titles.has(key)) continue
    if (titles.size === MOST_COLUMNS) {
      throw new StepFailure(
        'too_big',
        `pivot: ${column} has more than ${MOST_COLUMNS} different values, and each would be a column`,
      )
    }
    if (key.length > LONGEST_TITLE) {
      throw new StepFailure(
        'too_big',
        `pivot: a value of ${column} has more than ${LONGEST_TITLE} characters, too many for the name of a column: shorten it in an earlier step`,
      )
    }
    let title = key === '' ? EMPTY : key
    while (taken.has(title)) title = `${column}.${title}`
    taken.add(title)
    titles.set(key, title)
  }
  return titles
}
