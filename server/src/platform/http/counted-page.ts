import { NotFound } from './errors.ts'
import { type PageRequest, pageUrl } from './pagination.ts'

/** A page of a log that may be too long to count. */
export type CountedPage<T> = {
  readonly items: readonly T[]
  /** From the row after the page, never from the count. */
  readonly hasMore: boolean
  readonly count: number
  readonly countIsExact: boolean
}

/** Wraps one page in the envelope. A page past the end is not found; the first page always exists. */
export function countedEnvelope<T>(found: CountedPage<T>, { page }: PageRequest, url: URL) {
  if (page > 1 && found.items.length === 0) throw new NotFound('Invalid page.')
  return {
    count: found.count,
    count_is_exact: found.countIsExact,
    next: found.hasMore ? pageUrl(url, page + 1) : null,
    previous: page > 1 ? pageUrl(url, page - 1) : null,
    results: found.items as T[],
  }
}
