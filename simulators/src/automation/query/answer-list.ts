import type { Fields } from './fields.ts'
import { envelope, readPage } from './page.ts'
import { parseFilters } from './parse-filters.ts'
import { parseOrder } from './parse-order.ts'

export type ListRequest = { readonly path: string; readonly query: URLSearchParams; readonly maxPageSize: number }

/** Filters, sorts and pages; only the items of the page are written. */
export function answerList<T>(
  items: readonly T[],
  fields: Fields<T>,
  request: ListRequest,
  write: (item: T) => object,
): object {
  const { path, query, maxPageSize } = request
  const test = parseFilters(query, fields)
  const found = (test ? items.filter(test) : [...items]).sort(parseOrder(query, fields))
  const wanted = readPage(query, maxPageSize)
  const from = (wanted.page - 1) * wanted.size
  return envelope(path, query, wanted, {
    count: found.length,
    results: found.slice(from, from + wanted.size).map(write),
  })
}
