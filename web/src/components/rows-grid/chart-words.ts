import { plural } from '../../lib/i18n/plural.ts'
import type { ChartMeasure, ChartShape } from './chart-data.ts'

const MEASURES: Readonly<Record<ChartMeasure, string>> = {
  count: 'Number of rows',
  sum: 'Sum',
  average: 'Average',
  largest: 'Largest',
  smallest: 'Smallest',
}
const columnOf = (measure: ChartMeasure, y: string | undefined): string =>
  y === undefined ? MEASURES[measure] : `${MEASURES[measure]} of ${y}`

/** The words of charts. */
export const chartWords = {
  shape: 'Shape',
  shapes: { bars: 'Bars', line: 'Line' },
  x: 'For each',
  measure: 'Show',
  measures: MEASURES,
  y: 'Of column',
  empty: '(empty)',
  column: columnOf,
  title: (measure: ChartMeasure, y: string | undefined, x: string) => `${columnOf(measure, y)} for each ${x}`,
  asTable: 'As a table',
  noColumns: 'Nothing to draw',
  noColumnsText: 'The rows have no columns.',
  nothing: 'Nothing to draw',
  nothingText: 'No row has a number in this column. Choose another one, or show the number of rows.',
  leftOut: (shape: ChartShape, shown: number, values: number, rows: number) =>
    `${shape === 'bars' ? 'Bars' : 'Points'} of ${plural(shown, { one: '# value', other: '# values' })}; ${plural(values, { one: '# more value', other: '# more values' })} with ${plural(rows, { one: '# row', other: '# rows' })} left out: filter the rows to see them.`,
  unmeasured: (rows: number) =>
    plural(rows, { one: '# row without a number is left out.', other: '# rows without a number are left out.' }),
} as const
