import { OPERATOR_WORDS } from '@heddle/domain/canvas-editing/operator-words.ts'
import type { Operator } from '@heddle/domain/canvas/canvas.ts'
import { compareKeys, sortKey, type SortKey } from '@heddle/domain/values/compare-values.ts'
import { ABSENT, type Cell, cellText } from './cell.ts'

/** The operators of a canvas that a grid applies to the rows it has. */
export type GridOperator = Exclude<
  Operator,
  'matches' | 'any_bit' | 'all_bits' | 'since' | 'in_subnet' | 'contains_ip' | 'overlaps'
>
export const OPERATOR_NAMES: Readonly<Record<GridOperator, string>> = OPERATOR_WORDS

export type ColumnFilter = {
  readonly column: string
  readonly operator: GridOperator
  readonly values: readonly string[]
}

/** What the values of a column are, as far as filters tell them apart. */
export type ColumnKind = 'number' | 'text' | 'boolean'

const ORDERED = ['lt', 'le', 'gt', 'ge', 'between'] as const
const OF_TEXT = [
  'contains',
  'eq',
  'ne',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  ...ORDERED,
  'is_empty',
  'is_set',
] as const
const OPERATORS_OF: Readonly<Record<ColumnKind, readonly GridOperator[]>> = {
  text: OF_TEXT,
  number: ['eq', 'ne', ...ORDERED, 'in', 'not_in', 'is_empty', 'is_set'],
  boolean: ['eq', 'ne', 'is_empty', 'is_set'],
}

export const isGridOperator = (name: string): name is GridOperator => OF_TEXT.some((one) => one === name)

export const operatorsOf = (kind: ColumnKind): readonly GridOperator[] => OPERATORS_OF[kind]

/** How many values an operator takes; lists take any number. */
export function arityOf(operator: GridOperator): 0 | 1 | 2 | 'list' {
  if (operator === 'is_empty' || operator === 'is_set') return 0
  if (operator === 'between') return 2
  return operator === 'in' || operator === 'not_in' ? 'list' : 1
}

/** A filter that lacks a value filters nothing: it is still being typed. */
export function isComplete({ operator, values }: ColumnFilter): boolean {
  const arity = arityOf(operator)
  if (arity === 'list') return values.length > 0
  return values.filter((value) => value !== '').length >= arity
}

const MOST_CHECKED = 200

/** Judged by the first values: one text among them makes it text. */
export function columnKindOf(values: Iterable<Cell>): ColumnKind {
  let kind: ColumnKind | undefined
  let checked = 0
  for (const value of values) {
    if (value === ABSENT || value === null || value === '') continue
    const own = typeof value === 'boolean' ? 'boolean' : isNumber(value) ? 'number' : 'text'
    if (own === 'text' || (kind !== undefined && kind !== own)) return 'text'
    kind = own
    checked += 1
    if (checked === MOST_CHECKED) break
  }
  return kind ?? 'text'
}

const isNumber = (value: Cell): boolean => rankOf(sortKey(value)) === 0
const rankOf = (key: SortKey): number => (typeof key === 'string' ? 3 : key.rank)

/** Whether a cell fits. Text is compared in any case, except by `is` and lists, which mean a value exactly. */
export function testOf({ operator, values }: ColumnFilter): (cell: Cell) => boolean {
  const [first = '', second = ''] = values
  const lower = first.toLowerCase()
  switch (operator) {
    case 'contains':
      return (cell) => cellText(cell).toLowerCase().includes(lower)
    case 'starts_with':
      return (cell) => cellText(cell).toLowerCase().startsWith(lower)
    case 'ends_with':
      return (cell) => cellText(cell).toLowerCase().endsWith(lower)
    case 'eq':
      return (cell) => cellText(cell) === first
    case 'ne':
      return (cell) => cellText(cell) !== first
    case 'in':
      return isOneOf(values)
    case 'not_in': {
      const isExcluded = isOneOf(values)
      return (cell) => !isExcluded(cell)
    }
    case 'lt':
      return ordered(first, (order) => order < 0)
    case 'le':
      return ordered(first, (order) => order <= 0)
    case 'gt':
      return ordered(first, (order) => order > 0)
    case 'ge':
      return ordered(first, (order) => order >= 0)
    case 'between': {
      const isFrom = ordered(first, (order) => order >= 0)
      const isTo = ordered(second, (order) => order <= 0)
      return (cell) => isFrom(cell) && isTo(cell)
    }
    case 'is_empty':
      return isEmpty
    case 'is_set':
      return (cell) => !isEmpty(cell)
  }
}

const isEmpty = (cell: Cell): boolean => cell === ABSENT || cell === null || cell === ''

function isOneOf(values: readonly string[]): (cell: Cell) => boolean {
  const wanted = new Set(values)
  return (cell) => wanted.has(cellText(cell))
}

/** `unlimited` is neither above nor below a number: only values of one kind are compared. */
function ordered(limit: string, fits: (order: number) => boolean): (cell: Cell) => boolean {
  const key = sortKey(limit)
  const rank = rankOf(key)
  return (cell) => {
    if (isEmpty(cell)) return false
    const own = sortKey(cell)
    return rankOf(own) === rank && fits(compareKeys(own, key))
  }
}

/** One sentence about a filter: `at least 9000`. */
export function filterText({ operator, values }: ColumnFilter): string {
  const shown = values.map((value) => (value === '' ? '""' : value))
  if (operator === 'between') return `${shown[0] ?? ''} to ${shown[1] ?? ''}`
  return [OPERATOR_NAMES[operator], shown.join(', ')].filter((part) => part !== '').join(' ')
}

const replaceFilter = (filters: readonly ColumnFilter[], filter: ColumnFilter): readonly ColumnFilter[] => [
  ...filters.filter(({ column }) => column !== filter.column),
  filter,
]

/** Another filter for its column, or none. */
export const withFilter = (
  filters: readonly ColumnFilter[],
  column: string,
  filter: ColumnFilter | undefined,
): readonly ColumnFilter[] => (filter ? replaceFilter(filters, filter) : filters.filter((one) => one.column !== column))

/** Only rows with this value. */
export const onlyValue = (filters: readonly ColumnFilter[], column: string, cell: Cell): readonly ColumnFilter[] =>
  replaceFilter(
    filters,
    isEmpty(cell) ? { column, operator: 'is_empty', values: [] } : { column, operator: 'eq', values: [cellText(cell)] },
  )

/** No rows with this value; the values excluded before stay excluded. */
export function withoutValue(filters: readonly ColumnFilter[], column: string, cell: Cell): readonly ColumnFilter[] {
  if (isEmpty(cell)) return replaceFilter(filters, { column, operator: 'is_set', values: [] })
  const before = filters.find((filter) => filter.column === column)
  const values = before?.operator === 'not_in' || before?.operator === 'ne' ? before.values : []
  return replaceFilter(filters, { column, operator: 'not_in', values: [...new Set([...values, cellText(cell)])] })
}
