import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import { canonicalNumber } from '../values/numbers.ts'
import type { Row, Value } from '../values/row.ts'
import { labelsText, type Series } from './exposition.ts'
import { CONNECTION_LABEL, labelName } from './label-names.ts'

/** What to measure: the number of rows, or the numbers of a column; columns whose values tell series apart. */
export type MeasureOrder = { readonly value: string; readonly labels: readonly string[] }

/** What a run measured; `dropped` counts series that are too many, too large, or there twice. */
export type Measurement = { readonly series: readonly Series[]; readonly dropped: number }

export const MOST_SERIES = 200
const LONGEST_LABEL = 200
/** All labels of a measurement together. */
const MOST_CHARACTERS = 64_000

/** In a merged run, the names of the connections that were read. */
type Merged = readonly string[] | undefined

/**
 * The series of the rows of a run, in the order of the rows. With `rows`, rows with equal labels are counted together;
 * with a column, the first of them counts, and a value that is no number gives no series. The series of a merged run
 * have the label `connection`; those of any other get it when they are served.
 *
 * @example
 *   measureRows({ value: 'rows', labels: ['leaf'] }, [{ leaf: '101' }, { leaf: '101' }]).series
 *   // [['leaf="101"', 2]]
 */
export function measureRows(order: MeasureOrder, rows: readonly Row[], merged?: Merged): Measurement {
  const found = order.value === 'rows' ? countRows(order, rows, merged) : readColumn(order, rows, merged)
  return bounded(found)
}

type Found = { readonly values: ReadonlyMap<string, number>; readonly repeated: number }

function countRows(order: MeasureOrder, rows: readonly Row[], merged: Merged): Found {
  const values = new Map<string, number>()
  // No rows at all is a number too, where series can be named without rows.
  if (order.labels.length === 0) {
    const isPerConnection = merged !== undefined && rows.every((row) => Object.hasOwn(row, CONTROLLER_COLUMN))
    const names = isPerConnection ? merged.map((name) => labelsText([[CONNECTION_LABEL, shown(name)]])) : ['']
    for (const labels of names) values.set(labels, 0)
  }
  for (const row of rows) {
    const labels = labelsOf(order, row, merged)
    values.set(labels, (values.get(labels) ?? 0) + 1)
  }
  return { values, repeated: 0 }
}

function readColumn(order: MeasureOrder, rows: readonly Row[], merged: Merged): Found {
  const values = new Map<string, number>()
  let repeated = 0
  for (const row of rows) {
    const value = Object.hasOwn(row, order.value) ? numberOf(row[order.value]) : undefined
    if (value === undefined) continue
    const labels = labelsOf(order, row, merged)
    if (values.has(labels)) repeated += 1
    else values.set(labels, value)
  }
  return { values, repeated }
}

function labelsOf({ labels }: MeasureOrder, row: Row, merged: Merged): string {
  const own = labels.map((column) => [labelName(column), textOf(row, column)] as const)
  const connection = merged === undefined ? [] : [[CONNECTION_LABEL, textOf(row, CONTROLLER_COLUMN)] as const]
  return labelsText([...connection, ...own])
}

const textOf = (row: Row, column: string): string =>
  Object.hasOwn(row, column) ? shown(valueText(row[column] ?? null)) : ''

const valueText = (value: Value): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const shown = (text: string): string => text.slice(0, LONGEST_LABEL)

/** Numbers are those of filters: `007` and `1e3` are texts. */
function numberOf(value: Value | undefined): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(canonicalNumber(value)) : NaN
  return Number.isFinite(number) ? number : undefined
}

function bounded({ values, repeated }: Found): Measurement {
  const series: Series[] = []
  let characters = 0
  for (const one of values) {
    if (series.length === MOST_SERIES || characters + one[0].length > MOST_CHARACTERS) break
    characters += one[0].length
    series.push(one)
  }
  return { series, dropped: values.size - series.length + repeated }
}
