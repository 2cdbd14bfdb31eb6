import type { ObjectStore } from '../model/object-store.ts'
import { problems } from '../problem/controller-problem.ts'
import type { Query, SortKey } from './query.ts'

const MAX_PAGE_SIZE = 100_000
const HOUR = 3_600_000
const RANGES: Readonly<Record<string, number>> = {
  '24h': 24 * HOUR,
  '1week': 168 * HOUR,
  '1month': 730 * HOUR,
  '3month': 2190 * HOUR,
}

/** `page` alone has no effect. */
export function parsePage(options: ReadonlyMap<string, string>): Query['page'] {
  const size = options.get('page-size')
  if (size === undefined) return undefined
  return {
    size: integer('page-size', size, 1, MAX_PAGE_SIZE),
    number: integer('page', options.get('page') ?? '0', 0, 2 ** 31),
  }
}

function integer(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most)) throw problems.badOption(option, text)
  return value
}

/** `fvBD.name|desc,fvBD.dn`; `|` may have been sent as `%7C`. */
export function parseSort(text: string, store: ObjectStore): SortKey[] {
  const items = text.split(',').filter((item) => item.trim() !== '')
  return items.map((item) => parseSortKey(item.trim(), store))
}

function parseSortKey(item: string, store: ObjectStore): SortKey {
  const match = /^(\w+)\.(\w+)(?:\|(asc|desc))?$/.exec(item)
  if (!match) throw problems.badOption('order-by', item)
  const [, className = '', property = '', direction] = match
  if (!store.knowsClass(className)) throw problems.classNotFound(className)
  if (!store.knowsProperty(className, property)) throw problems.propertyNotFound(property, className)
  return { className, property, descending: direction === 'desc' }
}

/** A span back from now, or `<from>|<to>` with dates or times. */
export function parseTimeRange(text: string | undefined, now: number): Query['createdBetween'] {
  if (!text) return undefined
  const span = RANGES[text]
  if (span !== undefined) return { from: new Date(now - span).toISOString(), to: new Date(now).toISOString() }
  const [from, to] = text.split('|')
  if (!from || !to || Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to)))
    throw problems.badOption('time-range', text)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
