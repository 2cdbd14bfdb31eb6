import type { SortColumn } from './row-store.ts'

/** How somebody looks at rows: all of it fits into an address. */
export type ViewState = {
  readonly sort: readonly SortColumn[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly find: string
  readonly widths: Readonly<Record<string, number>>
}

/** @internal for its test */
export const PLAIN_VIEW: ViewState = { sort: [], hidden: [], pinned: ['dn'], find: '', widths: {} }

/** `sort=-mtu,dn&hide=speed&pin=dn&q=eth`, as parameters of an address. */
export function searchOfView({ sort, hidden, pinned, find }: ViewState): Record<string, string | undefined> {
  return {
    sort: list(sort.map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column}`)),
    hide: list(hidden),
    pin: pinned.join() === PLAIN_VIEW.pinned.join() ? undefined : pinned.map(encodeName).join(','),
    q: find === '' ? undefined : find,
  }
}

export function viewOfSearch({ sort, hide, pin, q }: Readonly<Record<string, string | undefined>>): ViewState {
  return {
    ...PLAIN_VIEW,
    sort: names(sort).map((name) =>
      name.startsWith('-') ? { column: name.slice(1), isDescending: true } : { column: name, isDescending: false },
    ),
    hidden: names(hide),
    ...(pin !== undefined && { pinned: names(pin) }),
    find: q ?? '',
  }
}

const encodeName = (name: string): string => name.replaceAll('%', '%25').replaceAll(',', '%2C')
const list = (values: readonly string[]): string | undefined => (values.length === 0 ? undefined : values.map(encodeName).join(','))
const names = (text = ''): readonly string[] =>
  text.split(',').flatMap((name) => (name === '' ? [] : [name.replaceAll('%2C', ',').replaceAll('%25', '%')]))

/** Pinned columns first, hidden ones not at all. */
export function visibleColumns(columns: readonly string[], { hidden, pinned }: ViewState): readonly string[] {
  const shown = columns.filter((name) => !hidden.includes(name))
  return [...pinned.filter((name) => shown.includes(name)), ...shown.filter((name) => !pinned.includes(name))]
}

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
