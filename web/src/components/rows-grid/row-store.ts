import { compareDirected, sortKey, type SortKey } from '@heddle/domain/values/compare-values.ts'
import type { Value } from '@heddle/domain/values/row.ts'
import { ABSENT, type Cell, cellText } from './cell.ts'

export type SortColumn = { readonly column: string; readonly isDescending: boolean }
export type WireRow = Readonly<Record<string, unknown>>

const FIRST_CAPACITY = 1024
/** The codes of every column begin with these. */
const ABSENT_CODE = 0
const NULL_CODE = 1

/** A column of a table: each distinct value once, and for each row which one. */
class ColumnStore {
  readonly values: Cell[] = [ABSENT, null]
  readonly #codes = new Map<string, number>()
  #rows = new Uint32Array(FIRST_CAPACITY)

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

  cell(row: number, name: string): Cell {
    const column = this.#columns.get(name)
    return column ? column.values[column.codeAt(row)]! : ABSENT
  }

  /** The numbers of the rows that contain the text in any of the columns, in the order asked for. */
  view({
    sort,
    find,
    columns,
  }: {
    readonly sort: readonly SortColumn[]
    readonly find: string
    readonly columns: readonly string[]
  }): Uint32Array {
    const hits = this.#find(find, columns)
    if (sort.length === 0) return hits
    const ranks = sort.flatMap(({ column, isDescending }) => {
      const store = this.#columns.get(column)
      return store ? [{ store, ranks: ranksOf(store.values, isDescending) }] : []
    })
    return hits.sort((left, right) => {
      for (const { store, ranks: order } of ranks) {
        const difference = order[store.codeAt(left)]! - order[store.codeAt(right)]!
        if (difference !== 0) return difference
      }
      return left - right
    })
  }

  #find(find: string, names: readonly string[]): Uint32Array {
    const all = Uint32Array.from({ length: this.#count }, (_, row) => row)
    if (find === '') return all
    const wanted = find.toLowerCase()
    const columns = names.flatMap((name) => {
      const store = this.#columns.get(name)
      return store ? [{ store, fits: store.values.map((value) => cellText(value).toLowerCase().includes(wanted)) }] : []
    })
    return all.filter((row) => columns.some(({ store, fits }) => fits[store.codeAt(row)]))
  }
}

/** The place of each distinct value; null and absent cells are last in both directions. */
function ranksOf(values: readonly Cell[], isDescending: boolean): Uint32Array {
  const keyed: { readonly code: number; readonly key: SortKey }[] = []
  for (const [code, value] of values.entries()) if (value !== ABSENT && value !== null) keyed.push({ code, key: sortKey(value) })
  const sign = isDescending ? -1 : 1
  keyed.sort((left, right) => compareDirected(left.key, right.key, sign))
  const ranks = new Uint32Array(values.length).fill(values.length)
  for (const [rank, { code }] of keyed.entries()) ranks[code] = rank
  return ranks
}
