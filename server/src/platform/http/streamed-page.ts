import { jsonWithRows, type Lines } from '../text/json-rows.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { envelope } from './pagination.ts'
import { Reply } from './route.ts'

/** A page whose items are read and sent a few at a time, because they may be large. */
export function streamedPage(count: number, page: PageRequest, url: URL, lines: Lines): Reply {
  const { results: _, ...head } = envelope({ count, items: [] }, page, url)
  return Reply.stream('application/json; charset=utf-8', jsonWithRows(head, 'results', lines))
}
