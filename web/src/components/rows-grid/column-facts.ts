import { textOfValue } from '../diff/diff-values.ts'
import { ABSENT, type Cell, cellText } from './cell.ts'

/** What a column holds, as far as that decides how it is shown. */
export type ColumnFacts = {
  readonly kind: 'text' | 'number' | 'time' | 'dn'
  /** Letters of the longest value as it is shown. */
  readonly longest: number
  /** Different values that are not empty. */
  readonly distinct: number
}
export type Facts = Readonly<Record<string, ColumnFacts>>

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/
const DN = /^(?:uni|topology|comp|sys|fltCnts?|acct)\//
/** Values differ most in length at the end of a large table, so they are taken from all over it. */
const MOST_MEASURED = 5_000
const TIME_LENGTH = 'YYYY-MM-DD 00:00:00 AM'.length

/** Facts about the distinct values of a column. */
export function factsOf(values: readonly Cell[]): ColumnFacts {
  const filled = values.filter((value) => value !== ABSENT && value !== null && value !== '')
  const step = Math.max(1, Math.floor(filled.length / MOST_MEASURED))
  const measured = filled.filter((_, index) => index % step === 0)
  const kind = kindOf(measured)
  const lengths = filled.length > MOST_MEASURED ? filled : measured
  const longest = lengths.reduce<number>((most, value) => Math.max(most, lengthOf(value)), 0)
  return { kind, longest: kind === 'time' ? TIME_LENGTH : withGroups(kind, longest), distinct: filled.length }
}

const lengthOf = (value: Cell): number => (typeof value === 'string' ? value.length : cellText(value).length)
const withGroups = (kind: ColumnFacts['kind'], digits: number): number =>
  kind === 'number' && digits > 4 ? digits + Math.floor((digits - 1) / 3) : digits

function kindOf(values: readonly Cell[]): ColumnFacts['kind'] {
  const isAll = (fits: (text: string) => boolean) =>
    values.length > 0 && values.every((value) => (typeof value === 'object' ? false : fits(String(value))))
  if (isAll((text) => NUMBER.test(text))) return 'number'
  if (isAll((text) => TIME.test(text))) return 'time'
  return isAll((text) => DN.test(text)) ? 'dn' : 'text'
}

/** From here on digits are grouped: VLANs and years are read better without. */
const FIRST_GROUPED = 5

/** `998,627,532,620.8`; what is no plain number stays as it is. */
export function groupedNumber(text: string): string {
  if (!NUMBER.test(text)) return text
  const [whole = '', fraction] = text.split('.')
  const digits = whole.replace('-', '')
  if (digits.length < FIRST_GROUPED) return text
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `10G, 25G` for a list of plain values; anything else as JSON. */
export const readableText = (cell: Cell): string => (cell === ABSENT ? '' : textOfValue(cell))

const NAMING = /(?:^|\.)(?:dn|name|id)$/
/** It stands second in every result, also where the others are in the order of the alphabet. */
const CLASS_NAME = /(?:^|\.)className$/
const FEW_COLUMNS = 8

/**
 * Columns as they are of use: what names a row and what is filtered first, then those whose values differ. Few columns,
 * and those that are not in the order of the alphabet, are in an order that somebody chose: it stays.
 */
export function columnsByUse(
  columns: readonly string[],
  facts: Facts,
  first: readonly string[] = [],
): { readonly columns: readonly string[]; readonly empty: readonly string[] } {
  const empty = columns.filter((name) => facts[name]?.distinct === 0)
  const isChosen = columns.length <= FEW_COLUMNS || !isAlphabetical(columns)
  if (isChosen || Object.keys(facts).length === 0) return { columns, empty: isChosen ? [] : empty }
  const rank = (name: string) => (NAMING.test(name) ? 0 : first.includes(name) ? 1 : 2)
  const use = (name: string) => Math.min(facts[name]?.distinct ?? 0, 2)
  return { columns: columns.toSorted((a, b) => rank(a) - rank(b) || use(b) - use(a)), empty }
}

/** Within each prefix: a joined table has the columns of one class after those of another. */
function isAlphabetical(columns: readonly string[]): boolean {
  const prefix = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)
  const plain = columns.filter((name) => !NAMING.test(name) && !CLASS_NAME.test(name))
  return plain.every((name, index) => {
    const before = plain[index - 1]
    return before === undefined || prefix(before) !== prefix(name) || before.toLowerCase() <= name.toLowerCase()
  })
}
