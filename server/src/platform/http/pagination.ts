import type { RowPageQuery } from '@heddle/contract/common.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { CountedPage, PageOf, PageRequest } from '../../kernel/paging.ts'

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200

/** Past the end of any list, but still an offset that the database can handle. */
const LAST_PAGE = 1_000_000_000

type PageParameters = { [K in keyof typeof RowPageQuery]?: number | undefined }

/** Reads `page` and `page_size`; a size above the maximum is clamped. */
export function pageRequest(query: PageParameters): PageRequest {
  const size = Math.min(query.page_size ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
  const page = Math.min(query.page ?? 1, LAST_PAGE)
  return { page, size, offset: (page - 1) * size }
}

/** Wraps one page in the envelope. A page past the end is not found; the first page always exists. */
export function envelope<T>(found: PageOf<T>, request: PageRequest, url: URL) {
  const pages = Math.max(1, Math.ceil(found.count / request.size))
  if (request.page > pages) throw new NotFound('Invalid page.')
  return {
    count: found.count,
    next: request.page < pages ? pageUrl(url, request.page + 1) : null,
    previous: request.page > 1 ? pageUrl(url, request.page - 1) : null,
    results: found.items as T[],
  }
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

/** The URL of another page of the same list. */
function pageUrl(url: URL, page: number): string {
  const other = new URL(url)
  if (page === 1) other.searchParams.delete('page')
  else other.searchParams.set('page', String(page))
  return other.href
}
