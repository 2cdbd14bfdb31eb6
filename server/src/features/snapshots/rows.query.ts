import { NotFound } from '../../kernel/errors.ts'
import { pageRequest } from '../../platform/http/pagination.ts'
import type { RowRange } from '../archive/index.ts'

/** The rows of the requested page; undefined, meaning all rows, if none is requested. A page past the end is a 404. */
export function pageOfRows(query: Parameters<typeof pageRequest>[0], rowCount: number): RowRange | undefined {
  if (query.page === undefined && query.page_size === undefined) return undefined
  const { offset, size } = pageRequest(query)
  if (offset > 0 && offset >= rowCount) throw new NotFound('Invalid page.')
  return { offset, limit: size }
}
