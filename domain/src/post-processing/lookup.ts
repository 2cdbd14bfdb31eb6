import { type Static, Type } from 'typebox'
import { PREVIOUS } from '@heddle/contract/queries.ts'
import { findVariables } from '../canvas/binding/variables.ts'
import { JOINS } from '../canvas/canvas.ts'
import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import { show } from '../canvas/wire.ts'
import { boundInstant } from '../values/instants.ts'
import { textOf as plainText } from '../values/compare-texts.ts'
import type { Row, Value } from '../values/row.ts'
import { addColumns, cellOf, withCells } from '../values/cells.ts'
import { ColumnName, ColumnNames } from './column-schema.ts'
import {
  type Columns,
  type ConfigFault,
  type LookedUp,
  type RowTable,
  type StepContext,
  type StepResult,
  definePostProcessor,
} from './post-processor.ts'
import { checkRowCount } from './step-failure.ts'

const Config = Type.Object({
  saved_query: Type.String({ minLength: 1 }),
  on: Type.Record(Type.String(), ColumnName, { minProperties: 1, maxProperties: 20 }),
  columns: Type.Optional(ColumnNames),
  prefix: Type.Optional(Type.String({ maxLength: 200 })),
  join: Type.Optional(Type.Enum([...JOINS])),
  connection: Type.Optional(Type.Enum(['same', 'own'])),
  as_of: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
type Config = Static<typeof Config>

/**
 * Joins the rows of another saved query on equal, non-empty values. Several matches give several rows; `left` keeps
 * rows without a match, `without` keeps only those and adds no columns.
 */
export const lookup = definePostProcessor({
  type: 'lookup',
  config: Config,
  rowwise: false,
  needs: ({ on }) => Object.keys(on),
  gives: (columns, config) => givenColumns(columns, config),
  check: (config, columns) => [...clashes(config, columns), ...faultsOfInstant(config)],
  writes: (_, before, after) => ({ columns: after.filter((column) => !before.includes(column)), repeatsRows: true }),
  apply: (table, config, { lookup: theirs, maxRows }) => {
    if (theirs === undefined) throw new Error('a lookup without the rows of the other query')
    return joinTables(table, theirs, config, maxRows)
  },
})

/** Undefined for the newest capture before the run. */
export const lookupInstant = (asOf: string): number | undefined => (asOf === PREVIOUS ? undefined : boundInstant(asOf))

function faultsOfInstant({ as_of }: Config): ConfigFault[] {
  if (as_of === undefined || as_of === PREVIOUS || findVariables(as_of).length > 0) return []
  if (boundInstant(as_of) !== undefined) return []
  const message = `${show(as_of)}: expected ${PREVIOUS}, an ISO 8601 instant, or one such as {{now-1h}}`
  return [{ path: 'as_of', message }]
}

type Looked = { readonly from: string; readonly to: string }

function joinTables(table: RowTable, theirs: LookedUp, config: Config, maxRows: StepContext['maxRows']): StepResult {
  const { on, join = 'inner' } = config
  const keys = Object.entries(on)
  // Rows of one fabric never match those of another.
  if (theirs.perController === true) keys.push([CONTROLLER_COLUMN, CONTROLLER_COLUMN])
  const ours = keys.map(([column]) => column)
  const index = indexRows(theirs.rows, keys.map(([, column]) => column)) // prettier-ignore
  const matchesOf = (row: Row) => index.get(joinKey(row, ours) ?? '') ?? []
  if (join === 'without')
    return { ...table, rows: table.rows.filter((row) => matchesOf(row).length === 0), warnings: [] }
  const own =
    theirs.perController === true ? theirs.columns.filter((name) => name !== CONTROLLER_COLUMN) : theirs.columns
  const looked = lookedColumns(config, own)
  const added = looked.filter(({ to }) => !table.columns.includes(to))
  const rows: Row[] = []
  for (const row of table.rows) {
    for (const match of withUnmatched(matchesOf(row), join)) rows.push(joinRow(row, match, added))
    checkRowCount(rows.length, maxRows, 'lookup')
  }
  const columns = addColumns(table.columns, added.map(({ to }) => to)) // prettier-ignore
  return { columns, rows, warnings: [...missing(config, theirs), ...leftOut(looked, added, on)] }
}

function withUnmatched(matches: readonly Row[], join: 'inner' | 'left'): readonly (Row | undefined)[] {
  return matches.length === 0 && join === 'left' ? [undefined] : matches
}

function joinRow(row: Row, match: Row | undefined, added: readonly Looked[]): Row {
  const values: Value[] = added.map(({ from }) => (match === undefined ? null : cellOf(match, from)))
  return withCells(row, added.map(({ to }) => to), values) // prettier-ignore
}

function indexRows(rows: readonly Row[], columns: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const index = new Map<string, Row[]>()
  for (const row of rows) {
    const key = joinKey(row, columns)
    const same = key === undefined ? undefined : index.get(key)
    if (same !== undefined) same.push(row)
    else if (key !== undefined) index.set(key, [row])
  }
  return index
}

// As text, so that a computed 5 finds an attribute "5". Empty values match nothing, as between nodes.
function joinKey(row: Row, columns: readonly string[]): string | undefined {
  const values = columns.map((column) => plainText(cellOf(row, column)))
  return values.includes('') ? undefined : JSON.stringify(values)
}

function lookedColumns({ columns, prefix }: Config, all: readonly string[]): readonly Looked[] {
  return (columns ?? all).map((from) => ({
    from,
    to: prefix === undefined || prefix === '' ? from : `${prefix}.${from}`,
  }))
}

function givenColumns(columns: Columns, config: Config): Columns {
  if (config.join === 'without') return columns
  if (columns === undefined || config.columns === undefined) return undefined
  return addColumns(columns, lookedColumns(config, []).map(({ to }) => to)) // prettier-ignore
}

function clashes(config: Config, columns: Columns = []): ConfigFault[] {
  if (config.join === 'without') return []
  const taken = new Set(columns)
  return lookedColumns(config, []).flatMap(({ to }, index) =>
    taken.has(to) ? [{ path: `columns.${index}`, message: `there is already a column ${to}: choose a prefix` }] : [],
  )
}

function missing({ columns = [] }: Config, theirs: RowTable): string[] {
  const absent = columns.filter((column) => !theirs.columns.includes(column))
  return absent.length === 0 ? [] : [`lookup: the saved query has no column ${absent.join(', ')}, so it is null`]
}

// The row's own columns win: a lookup adds columns and never changes existing ones. Equal columns of the join lose
// nothing.
function leftOut(looked: readonly Looked[], added: readonly Looked[], on: Config['on']): string[] {
  const lost = looked.filter(
    (column) => !added.includes(column) && !(Object.hasOwn(on, column.to) && on[column.to] === column.from),
  )
  if (lost.length === 0) return []
  return [`lookup: columns ${lost.map(({ to }) => to).join(', ')} already exist and were not added: choose a prefix`]
}
