import { decodeName, decodeNames, encodeName, encodeNames } from '@heddle/domain/values/names-in-address.ts'
import { CHART_MEASURES, CHART_SHAPES, type ChartChoice } from './chart-data.ts'
import { arityOf, type ColumnFilter, isComplete, isGridOperator } from './column-filter.ts'
import type { SortColumn } from './row-store.ts'

export const ROW_HEIGHTS = [24, 28, 36] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]

/** How somebody looks at rows: all of it fits into an address. */
export type ViewState = {
  readonly sort: readonly SortColumn[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly find: string
  /** In pixels, of the columns that somebody resized. */
  readonly widths: Readonly<Record<string, number>>
  /** Columns that come first, in this order; the others follow as the source has them. */
  readonly order: readonly string[]
  /** At most one for each column. */
  readonly filters: readonly ColumnFilter[]
  /** Columns of DNs that are shown as readable parts. */
  readonly split: readonly string[]
  /** Columns without any value are shown too. */
  readonly showsEmpty: boolean
  readonly rowHeight: RowHeight
  /** What is drawn of the rows, where somebody looks at a chart. */
  readonly chart?: ChartChoice | undefined
}

const PLAIN_VIEW: ViewState = {
  sort: [],
  hidden: [],
  pinned: ['dn'],
  find: '',
  widths: {},
  order: [],
  filters: [],
  split: [],
  showsEmpty: false,
  rowHeight: 24,
}

const FILTER = 'f.'
type Search = Readonly<Record<string, string | undefined>>

/** `sort=-mtu,dn&hide=speed&pin=dn&w=descr:300&f.mtu=ge:9000&q=eth`, as parameters of an address. */
export function searchOfView(view: ViewState, before: Search = {}): Record<string, string | undefined> {
  const gone = Object.keys(before).filter((name) => name.startsWith(FILTER))
  return {
    ...Object.fromEntries(gone.map((name) => [name, undefined])),
    sort: list(view.sort.map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column}`)),
    hide: list(view.hidden),
    // Nothing pinned is a choice too, and empty parameters are left out of addresses.
    pin: view.pinned.join() === PLAIN_VIEW.pinned.join() ? undefined : (list(view.pinned) ?? ','),
    order: list(view.order),
    w: text(Object.entries(view.widths).map(([name, width]) => `${encodeName(name)}:${width}`)),
    split: list(view.split),
    empty: view.showsEmpty ? '1' : undefined,
    h: view.rowHeight === PLAIN_VIEW.rowHeight ? undefined : String(view.rowHeight),
    chart: view.chart && textOfChart(view.chart),
    q: view.find === '' ? undefined : view.find,
    ...Object.fromEntries(
      view.filters.map(({ column, operator, values }) => [
        FILTER + column,
        values.length === 0 ? operator : `${operator}:${values.map(encodeName).join(',')}`,
      ]),
    ),
  }
}

export function viewOfSearch(search: Search): ViewState {
  const { sort, hide, pin, order, w, split, empty, h, q, chart } = search
  return {
    sort: names(sort).map((name) =>
      name.startsWith('-') ? { column: name.slice(1), isDescending: true } : { column: name, isDescending: false },
    ),
    hidden: names(hide),
    pinned: pin === undefined ? PLAIN_VIEW.pinned : names(pin),
    order: names(order),
    widths: widthsOf(w),
    split: names(split),
    showsEmpty: empty === '1',
    rowHeight: ROW_HEIGHTS.find((height) => String(height) === h) ?? PLAIN_VIEW.rowHeight,
    find: q ?? '',
    ...(chart !== undefined && { chart: chartOf(chart) }),
    filters: Object.entries(search).flatMap(([name, value]) =>
      name.startsWith(FILTER) && value !== undefined ? filterOf(name.slice(FILTER.length), value) : [],
    ),
  }
}

/** `bars,count,tenant`, `line,sum,day,errors`. */
const textOfChart = ({ shape, measure, x, y }: ChartChoice): string =>
  encodeNames([shape, measure, x, ...(y === undefined ? [] : [y])])

function chartOf(written: string): ChartChoice | undefined {
  const [shape, measure, x, y] = decodeNames(written)
  const known = CHART_SHAPES.find((one) => one === shape)
  const how = CHART_MEASURES.find((one) => one === measure)
  if (!known || !how || x === undefined || (how === 'count') !== (y === undefined)) return undefined
  return { shape: known, measure: how, x, y }
}

/** Anybody can write an address: what is no filter is left out. */
function filterOf(column: string, written: string): readonly ColumnFilter[] {
  const colon = written.indexOf(':')
  const operator = colon < 0 ? written : written.slice(0, colon)
  if (!isGridOperator(operator)) return []
  const values =
    colon < 0
      ? []
      : written
          .slice(colon + 1)
          .split(',')
          .map(decodeName)
  const filter = { column, operator, values }
  return isComplete(filter) ? [{ ...filter, values: arityOf(filter.operator) === 0 ? [] : values }] : []
}

const NARROWEST = 48
const WIDEST = 1200
export const fitWidth = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

function widthsOf(written = ''): Readonly<Record<string, number>> {
  const entries = written.split(',').flatMap((part) => {
    const colon = part.lastIndexOf(':')
    const width = Number(part.slice(colon + 1))
    return colon > 0 && Number.isFinite(width) ? [[decodeName(part.slice(0, colon)), fitWidth(width)] as const] : []
  })
  return Object.fromEntries(entries)
}

const text = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(','))
const list = (values: readonly string[]): string | undefined => text(values.map(encodeName))
const names = (written = ''): readonly string[] => decodeNames(written)

/** Pinned columns first, hidden ones not at all. */
export function visibleColumns(columns: readonly string[], { hidden, pinned, order }: ViewState): readonly string[] {
  const shown = ordered(columns, order).filter((name) => !hidden.includes(name))
  return [...pinned.filter((name) => shown.includes(name)), ...shown.filter((name) => !pinned.includes(name))]
}

const ordered = (columns: readonly string[], order: readonly string[]): readonly string[] =>
  order.length === 0
    ? columns
    : [...order.filter((name) => columns.includes(name)), ...columns.filter((name) => !order.includes(name))]

/** A column beside another place among those that are shown; pinned ones stay among themselves. */
export function movedColumn(columns: readonly string[], view: ViewState, column: string, to: number): ViewState {
  const shown = visibleColumns(columns, view)
  const from = shown.indexOf(column)
  const pinned = view.pinned.filter((name) => shown.includes(name))
  const [first, last] = pinned.includes(column) ? [0, pinned.length - 1] : [pinned.length, shown.length - 1]
  const target = Math.min(last, Math.max(first, to))
  if (from < 0 || target === from) return view
  const next = shown.toSpliced(from, 1).toSpliced(target, 0, column)
  return { ...view, order: next, pinned: pinned.includes(column) ? next.slice(0, pinned.length) : view.pinned }
}

export const togglePin = (view: ViewState, column: string): ViewState => ({
  ...view,
  pinned: view.pinned.includes(column) ? view.pinned.filter((name) => name !== column) : [...view.pinned, column],
})

/** A click sorts up, the next one down, the third not at all; with Shift beside what is sorted already. */
export function nextSort(sort: readonly SortColumn[], column: string, isFurther: boolean): readonly SortColumn[] {
  const current = sort.find((one) => one.column === column)
  const others = isFurther ? sort.filter((one) => one.column !== column) : []
  if (!current) return [...others, { column, isDescending: false }]
  return current.isDescending ? others : [...others, { column, isDescending: true }]
}

export function isSorted(sort: readonly SortColumn[], column: string): 'ascending' | 'descending' | 'none' {
  const found = sort.find((one) => one.column === column)
  if (!found) return 'none'
  return found.isDescending ? 'descending' : 'ascending'
}
