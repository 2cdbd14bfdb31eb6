import type { PageInParts, PageRequest } from '../../kernel/paging.ts'
import { jsonWithRows } from '../text/json-rows.ts'
import { type ItemFields, onlyFields } from './list-fields.ts'
import { envelope } from './pagination.ts'
import { Reply } from './route.ts'

const TYPE = 'application/json; charset=utf-8'

/** A page whose items may be large: what fits one part is sent whole, anything else as it is read. */
export async function sendPage<T>(
  { count, parts }: PageInParts<T>,
  page: PageRequest,
  { url, fields }: { readonly url: URL; readonly fields: ItemFields | undefined },
  writeWhole: (item: T) => string,
): Promise<Reply> {
  const write = (item: T) => onlyFields(writeWhole(item), fields)
  const { results: _, ...head } = envelope({ count, items: [] }, page, url)
  const { value: first } = await parts.next()
  if (!first || first.isLast) {
    const items = first?.items.map(write).join(',') ?? ''
    return new Reply(200, `${JSON.stringify(head).slice(0, -1)},"results":[${items}]}`, { 'content-type': TYPE })
  }
  const lines = (async function* () {
    yield first.items.map(write)
    for await (const { items } of parts) yield items.map(write)
  })()
  return Reply.stream(TYPE, jsonWithRows(head, 'results', lines))
}
