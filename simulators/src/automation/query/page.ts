import { NotThere } from './not-there.ts'

const STANDARD_SIZE = 25

export type PageRequest = { readonly page: number; readonly size: number }

/** A size that is no number is the standard one, and one that is too large is capped, not refused. */
export function readPage(query: URLSearchParams, maxSize: number): PageRequest {
  const size = Number(query.get('page_size') ?? STANDARD_SIZE)
  const page = Number(query.get('page') ?? 1)
  if (!Number.isInteger(page) || page < 1) throw new NotThere('Invalid page.')
  return { page, size: Number.isInteger(size) && size > 0 ? Math.min(size, maxSize) : STANDARD_SIZE }
}

/** The envelope of a list; its links are paths without a host. */
export function envelope(
  path: string,
  query: URLSearchParams,
  { page, size }: PageRequest,
  { count, results }: { readonly count: number; readonly results: readonly unknown[] },
): object {
  if (query.has('count_disabled')) return { results }
  const last = Math.max(1, Math.ceil(count / size))
  if (page > last) throw new NotThere('Invalid page.')
  return {
    count,
    next: page < last ? linkTo(path, query, page + 1) : null,
    previous: page > 1 ? linkTo(path, query, page - 1) : null,
    results,
  }
}

function linkTo(path: string, query: URLSearchParams, page: number): string {
  const target = new URLSearchParams(query)
  if (page === 1) target.delete('page')
  else target.set('page', String(page))
  target.sort()
  const text = target.toString()
  return text === '' ? path : `${path}?${text}`
}
