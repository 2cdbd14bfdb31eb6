import { compareDirected, sortKey, type SortKey } from '@heddle/domain/values/compare-values.ts'
import type { Value } from '@heddle/domain/values/row.ts'
import { ABSENT, type Cell, cellText } from './cell.ts'
import { type Facts, factsOf } from './column-facts.ts'
import { type ColumnFilter, type ColumnKind, columnKindOf, testOf } from './column-filter.ts'

export type SortColumn = { readonly column: string; readonly isDescending: boolean }
export type WireRow = Readonly<Record<string, unknown>>
/** Which rows, and in which order. `find` looks into `columns`. */
export type StoreView = {
  readonly sort: readonly SortColumn[]
  readonly find: string
  readonly columns: readonly string[]
  readonly filters: readonly ColumnFilter[]
}

/** A column that has the text which is looked for, and in how many rows. */
export type FoundColumn = { readonly column: string; readonly rows: number }

/** What a column holds: how many rows have each value, the most frequent first. */
export type Distinct = {
  readonly kind: ColumnKind
  /** All different values, also those that are not listed. */
  readonly count: number
  readonly values: readonly { readonly value: Cell; readonly rows: number }[]
}

const FIRST_CAPACITY = 1024
/** The codes of every column begin with these. */
const ABSENT_CODE = 0
const NULL_CODE = 1

/** A column of a table: each distinct value once, and for each row which one. */
class ColumnStore {
  readonly values: Cell[] = [ABSENT, null]
  readonly #codes = new Map<string, number>()
  #rows = new Uint32Array(FIRST_CAPACITY)
  #fits: { readonly wanted: string; readonly fits: Uint8Array } | undefined
  #ranks: { readonly isDescending: boolean; readonly ranks: Uint32Array } | undefined

  set(row: number, value: Value): void {
    if (row >= this.#rows.length) {
      const grown = new Uint32Array(Math.max(row + 1, this.#rows.length * 2))
      grown.set(this.#rows)
      this.#rows = grown
    }
    this.#rows[row] = value === null ? NULL_CODE : this.#codeOf(value)
  }

  codeAt(row: number): number {
    return this.#rows[row] ?? ABSENT_CODE
  }

  /** Which distinct values have the text in them; kept, because it is asked for more than once. */
  fits(wanted: string): Uint8Array {
    if (this.#fits?.wanted !== wanted || this.#fits.fits.length !== this.values.length)
      this.#fits = { wanted, fits: flags(this, (value) => cellText(value).toLowerCase().includes(wanted)) }
    return this.#fits.fits
  }

  /** The place of each distinct value; kept, because a filter or a find keeps the order. */
  ranks(isDescending: boolean): Uint32Array {
    if (this.#ranks?.isDescending !== isDescending || this.#ranks.ranks.length !== this.values.length) {
      this.#ranks = { isDescending, ranks: ranksOf(this.values, isDescending) }
    }
    return this.#ranks.ranks
  }

  #codeOf(value: NonNullable<Value>): number {
    const key = typeof value === 'string' ? `s${value}` : `j${JSON.stringify(value)}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.values.push(value) - 1
    this.#codes.set(key, code)
    return code
  }
}

/** The rows of a result, kept by column: rows with the same value share it, and it is compared only once. */
export class RowStore {
  readonly #columns = new Map<string, ColumnStore>()
  #count = 0

  get count(): number {
    return this.#count
  }

  get columns(): readonly string[] {
    return [...this.#columns.keys()]
  }

  /** Columns appear in this order, also those that no row has. */
  announce(columns: readonly string[]): void {
    for (const name of columns) if (!this.#columns.has(name)) this.#columns.set(name, new ColumnStore())
  }

  add(row: WireRow): void {
    for (const name in row) {
      let column = this.#columns.get(name)
      if (!column) this.#columns.set(name, (column = new ColumnStore()))
      column.set(this.#count, row[name] as Value)
    }
    this.#count += 1
  }

  /** How the columns are shown. */
  facts(): Facts {
    return Object.fromEntries([...this.#columns].map(([name, { values }]) => [name, factsOf(values)]))
  }

  cell(row: number, name: string): Cell {
    const column = this.#columns.get(name)
    return column ? column.values[column.codeAt(row)]! : ABSENT
  }

  /** The numbers of the rows that fit all filters and have the text in any of the columns, in the order asked for. */
  view({ sort, find, columns, filters }: StoreView): Uint32Array {
    const hits = this.#filter(this.#find(find, columns), filters)
    const ranks = sort.flatMap(({ column, isDescending }) => {
      const store = this.#columns.get(column)
      return store ? [{ store, ranks: store.ranks(isDescending) }] : []
    })
    const [first] = ranks
    if (!first) return hits
    if (ranks.length === 1) return sortByRank(hits, first.store, first.ranks)
    return hits.sort((left, right) => {
      for (const { store, ranks: order } of ranks) {
        const difference = order[store.codeAt(left)]! - order[store.codeAt(right)]!
        if (difference !== 0) return difference
      }
      return left - right
    })
  }

  /** The columns that have the text, also those that are not shown, in rows that fit the filters. */
  found({ find, filters }: StoreView): readonly FoundColumn[] {
    if (find === '') return []
    const rows = this.#filter(this.#find('', []), filters)
    const wanted = find.toLowerCase()
    return [...this.#columns].flatMap(([column, store]) => {
      const fits = store.fits(wanted)
      if (!fits.includes(1)) return []
      let count = 0
      for (const row of rows) count += fits[store.codeAt(row)]!
      return count === 0 ? [] : [{ column, rows: count }]
    })
  }

  /** The first of some rows with a text in a column; -1 for none. */
  firstWith(rows: Uint32Array, { column, find }: { readonly column: string; readonly find: string }): number {
    const store = this.#columns.get(column)
    const fits = store?.fits(find.toLowerCase())
    return store && fits ? rows.findIndex((row) => fits[store.codeAt(row)] === 1) : -1
  }

  /** The values of a column in the rows of a view; those with the text in them when there is one. */
  distinct(name: string, view: StoreView, { text, most }: { readonly text: string; readonly most: number }): Distinct {
    const column = this.#columns.get(name)
    if (!column) return { kind: 'text', count: 0, values: [] }
    const counts = new Uint32Array(column.values.length)
    for (const row of this.view({ ...view, sort: [] })) counts[column.codeAt(row)]! += 1
    const wanted = text.toLowerCase()
    const ranks = column.ranks(false)
    const found = [...counts.keys()].filter(
      (code) => counts[code]! > 0 && (wanted === '' || cellText(column.values[code]!).toLowerCase().includes(wanted)),
    )
    found.sort((left, right) => counts[right]! - counts[left]! || ranks[left]! - ranks[right]!)
    return {
      kind: columnKindOf(column.values),
      count: found.length,
      values: found.slice(0, most).map((code) => ({ value: column.values[code]!, rows: counts[code]! })),
    }
  }

  #find(find: string, names: readonly string[]): Uint32Array {
    const all = new Uint32Array(this.#count)
    for (let row = 0; row < all.length; row += 1) all[row] = row
    if (find === '') return all
    const wanted = find.toLowerCase()
    const columns = names.flatMap((name) => {
      const store = this.#columns.get(name)
      return store ? [{ store, fits: store.fits(wanted) }] : []
    })
    return all.filter((row) => columns.some(({ store, fits }) => fits[store.codeAt(row)] === 1))
  }

  #filter(rows: Uint32Array, filters: readonly ColumnFilter[]): Uint32Array {
    return filters.reduce((left, filter) => {
      const store = this.#columns.get(filter.column)
      if (!store) return left
      const fits = flags(store, testOf(filter))
      return left.filter((row) => fits[store.codeAt(row)] === 1)
    }, rows)
  }
}

/** One test for each distinct value, not for each row. */
const flags = (store: ColumnStore, test: (value: Cell) => boolean): Uint8Array =>
  Uint8Array.from(store.values, (value) => (test(value) ? 1 : 0))

/** Counts instead of comparing: ranks are small whole numbers, and rows of one rank keep their order. */
function sortByRank(rows: Uint32Array, store: ColumnStore, ranks: Uint32Array): Uint32Array {
  const places = new Uint32Array(ranks.length + 2)
  for (const row of rows) places[ranks[store.codeAt(row)]! + 1]! += 1
  for (let rank = 1; rank < places.length; rank += 1) places[rank]! += places[rank - 1]!
  const sorted = new Uint32Array(rows.length)
  for (const row of rows) sorted[places[ranks[store.codeAt(row)]!]!++] = row
  return sorted
}

/** A port comes before its breakouts in DNs too: `[eth1/49]` ends before `[eth1/49/1]` goes on. */
const inDn = (value: Value): Value => (typeof value === 'string' ? value.replaceAll(']', '\u0001') : value)

/** The place of each distinct value; null and absent cells are last in both directions. */
function ranksOf(values: readonly Cell[], isDescending: boolean): Uint32Array {
  const keyed: { readonly code: number; readonly key: SortKey }[] = []
  for (const [code, value] of values.entries())
    if (value !== ABSENT && value !== null) keyed.push({ code, key: sortKey(inDn(value)) })
  const sign = isDescending ? -1 : 1
  keyed.sort((left, right) => compareDirected(left.key, right.key, sign))
  const ranks = new Uint32Array(values.length).fill(values.length)
  for (const [rank, { code }] of keyed.entries()) ranks[code] = rank
  return ranks
}
