import { ABSENT, type Cell, cellText } from './cell.ts'

export const CHART_SHAPES = ['bars', 'line'] as const
export type ChartShape = (typeof CHART_SHAPES)[number]
export const CHART_MEASURES = ['count', 'sum', 'average', 'largest', 'smallest'] as const
export type ChartMeasure = (typeof CHART_MEASURES)[number]

/** A chart of two columns. Rows are counted where there is no second one. */
export type ChartChoice = {
  readonly shape: ChartShape
  readonly x: string
  readonly measure: ChartMeasure
  /** Which numbers are measured; nothing is, where rows are counted. */
  readonly y: string | undefined
}

export type ChartPoint = { readonly label: string; readonly at: number; readonly value: number; readonly rows: number }
export type ChartData = {
  readonly points: readonly ChartPoint[]
  /** Numbers and times have their distance, other values stand one after the other. */
  readonly scale: 'number' | 'time' | 'order'
  /** What is not drawn: values of the first column, the rows that have them, and rows without a number. */
  readonly left: { readonly values: number; readonly rows: number; readonly unmeasured: number }
}

/** Nobody could tell more of them apart. */
const MOST_POINTS: Readonly<Record<ChartShape, number>> = { bars: 50, line: 1_000 }

type Group = { readonly label: string; readonly cell: Cell; readonly numbers: Tally; rows: number }
type Tally = { sum: number; count: number; largest: number; smallest: number }

/**
 * What a chart shows of rows: one point for each value of the first column. Bars are the largest ones, unless the rows
 * are sorted: then the first ones.
 */
export function chartData(
  rows: Iterable<readonly [Cell, Cell]>,
  { shape, measure }: Pick<ChartChoice, 'shape' | 'measure'>,
  isSorted = false,
): ChartData {
  const { groups, unmeasured } = groupsOf(rows, measure)
  const scale = scaleOf(groups)
  const all = groups.map(({ label, cell, numbers, rows: count }, index) => ({
    label,
    at: placeOf(cell, scale, index),
    value: measure === 'count' ? count : measured(numbers, measure),
    rows: count,
  }))
  const ordered =
    shape === 'line'
      ? all.toSorted((a, b) => a.at - b.at)
      : isSorted
        ? all
        : all.toSorted((a, b) => b.value - a.value || a.at - b.at)
  const points = ordered.slice(0, MOST_POINTS[shape])
  const rest = ordered.slice(points.length)
  return {
    points,
    scale,
    left: { values: rest.length, rows: rest.reduce((sum, point) => sum + point.rows, 0), unmeasured },
  }
}

function groupsOf(rows: Iterable<readonly [Cell, Cell]>, measure: ChartMeasure) {
  const groups = new Map<string, Group>()
  let unmeasured = 0
  for (const [cell, counted] of rows) {
    const number = measure === 'count' ? 0 : numberOf(counted)
    if (number === undefined) {
      unmeasured += 1
      continue
    }
    const label = cellText(cell)
    let group = groups.get(label)
    if (!group) {
      const numbers = { sum: 0, count: 0, largest: -Infinity, smallest: Infinity }
      groups.set(label, (group = { label, cell, numbers, rows: 0 }))
    }
    const { numbers } = group
    group.rows += 1
    numbers.sum += number
    numbers.count += 1
    numbers.largest = Math.max(numbers.largest, number)
    numbers.smallest = Math.min(numbers.smallest, number)
  }
  return { groups: [...groups.values()], unmeasured }
}

function measured({ sum, count, largest, smallest }: Tally, measure: Exclude<ChartMeasure, 'count'>): number {
  if (measure === 'sum') return sum
  if (measure === 'average') return sum / count
  return measure === 'largest' ? largest : smallest
}

/** Controllers give numbers as text. */
function numberOf(cell: Cell): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  if (typeof cell !== 'string' || cell === ABSENT || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return undefined
  const number = Number(cell)
  return Number.isFinite(number) ? number : undefined
}

const TIME = /^\d{4}-\d\d-\d\d(T|$)/

function scaleOf(groups: readonly Group[]): ChartData['scale'] {
  if (groups.length === 0) return 'order'
  if (groups.every(({ cell }) => numberOf(cell) !== undefined)) return 'number'
  return groups.every(({ label }) => TIME.test(label) && !Number.isNaN(Date.parse(label))) ? 'time' : 'order'
}

function placeOf(cell: Cell, scale: ChartData['scale'], index: number): number {
  if (scale === 'number') return numberOf(cell) ?? index
  return scale === 'time' ? Date.parse(cellText(cell)) : index
}

/** Round values from below the smallest to above the largest, zero among them for bars. */
export function ticksOf(values: readonly number[], most = 5): readonly number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return [0, 1]
  const raw = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Multiplied, not added up: sums of tenths are no round numbers.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
