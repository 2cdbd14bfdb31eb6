import { Suggestions } from '../suggest.ts'
import { setCell } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import type { SchemaColumn } from './column.ts'
import { type AllowedValues, type CellCheck, type Checked, compileColumn } from './compile-column.ts'
import { quote } from './quote.ts'

/** Rows of one request. */
export const MAX_LAUNCH_ROWS = 10_000

/** Enough for anybody to fix the rows; all faults of hostile ones would take longer to write than to find. */
const MOST_FAULTS = 5_000
const LONGEST_KEY = 200
const REQUIRED = 'This field is required.'

/** Messages by `rows.<index>.<column>`. */
export type RowFaults = Readonly<Record<string, string[]>>
/** The rows with defaults filled in, each value in the type of its column; or everything that is wrong with them. */
export type CheckedRows = { readonly rows: readonly Row[] } | { readonly faults: RowFaults }

/** Checks all rows of a launch. */
export function checkRows(
  columns: readonly SchemaColumn[],
  rows: readonly unknown[],
  allowed: AllowedValues,
): CheckedRows {
  const checker = openRowCheck(columns, allowed, rows.length)
  for (const row of rows) checker.add(row)
  return checker.result()
}

/** Takes rows one by one, for callers that have others to serve between them. */
export type RowChecker = { readonly add: (row: unknown) => void; readonly result: () => CheckedRows }

/** A check of `count` rows. */
export function openRowCheck(columns: readonly SchemaColumn[], allowed: AllowedValues, count: number): RowChecker {
  const faults = new Faults()
  const suggestions = new Suggestions()
  const cells = columns.map((column) => openCell(column, compileColumn(column, allowed, suggestions)))
  const names = new Set(columns.map(({ name }) => name))
  const rows: Row[] = []
  const countFault = faultOfCount(count, columns.length)
  if (countFault !== undefined) faults.add('rows', countFault)

  function checkUnknown(row: object, place: string): void {
    for (const key of Object.keys(row)) {
      if (names.has(key)) continue
      const [nearest] = suggestions.among(names, key)
      faults.add(
        `${place}.${key.slice(0, LONGEST_KEY)}`,
        `Unknown column.${nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`}`,
      )
    }
  }

  function add(raw: unknown): void {
    const index = rows.length
    const row: Row = {}
    rows.push(row)
    if (count > MAX_LAUNCH_ROWS) return
    const place = `rows.${index}`
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      faults.add(place, `${quote(raw)}: expected an object keyed by column.`)
      return
    }
    checkUnknown(raw, place)
    for (const cell of cells) {
      const given: unknown = Object.hasOwn(raw, cell.name) ? (raw as Record<string, unknown>)[cell.name] : undefined
      const checked = cell.read(given, index)
      if (checked === undefined) continue
      if ('faults' in checked) for (const fault of checked.faults) faults.add(`${place}.${cell.name}`, fault)
      else setCell(row, cell.name, checked.value)
    }
  }

  return { add, result: () => (faults.isEmpty ? { rows } : { faults: faults.messages() }) }
}

function faultOfCount(count: number, columns: number): string | undefined {
  if (count > MAX_LAUNCH_ROWS) return `${count} rows: expected at most ${MAX_LAUNCH_ROWS}.`
  return count === 0 && columns > 0 ? 'Expected at least one row.' : undefined
}

type Cell = {
  readonly name: string
  /** Undefined: the row has no value there. */
  readonly read: (raw: unknown, row: number) => Checked | undefined
}

/** A column with the values it has had so far. */
function openCell(column: SchemaColumn, check: CellCheck): Cell {
  const filler = fillerOf(column, check)
  const seen = new Map<string, number>()

  function read(raw: unknown): Checked | undefined {
    if (raw === undefined || raw === null) return filler
    const isEmpty = raw === '' || (Array.isArray(raw) && raw.length === 0)
    if (isEmpty && column.required) return { faults: [REQUIRED] }
    if (raw === '') return filler
    const checked = check(raw)
    return column.required && 'value' in checked && isEmptyList(checked.value) ? { faults: [REQUIRED] } : checked
  }

  function repeats(checked: { readonly value: Value; readonly identity: string }, row: number): Checked {
    const first = seen.get(checked.identity)
    if (first === undefined) {
      seen.set(checked.identity, row)
      return checked
    }
    return { faults: [`${quote(checked.value)}: repeats row ${first}; each value may occur once.`] }
  }

  return {
    name: column.name,
    read: (raw, row) => {
      const checked = read(raw)
      return column.unique && checked !== undefined && 'value' in checked ? repeats(checked, row) : checked
    },
  }
}

const isEmptyList = (value: Value): boolean => Array.isArray(value) && value.length === 0

/** What a row without a value gets. */
function fillerOf(column: SchemaColumn, check: CellCheck): Checked | undefined {
  if (column.default === undefined || column.default === null)
    return column.required ? { faults: [REQUIRED] } : undefined
  const checked = check(column.default)
  return 'faults' in checked ? { faults: checked.faults.map((fault) => `The default does not fit: ${fault}`) } : checked
}

/** Messages by field, up to a number of them. */
class Faults {
  readonly #messages = new Map<string, string[]>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(field: string, message: string): void {
    this.#count++
    if (this.#count > MOST_FAULTS) return
    const messages = this.#messages.get(field)
    if (messages) messages.push(message)
    else this.#messages.set(field, [message])
  }

  messages(): RowFaults {
    const more = this.#count - MOST_FAULTS
    if (more > 0) this.#messages.set('non_field_errors', [`There are ${more} more faults.`])
    return Object.fromEntries(this.#messages)
  }
}
