import type { Readable } from 'node:stream'
import { sendSlowly } from '../../../platform/rows/send-slowly.ts'

type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>

/** Streams a JSON object whose last members are long lists: items are text, in batches, and never all in memory. */
export function jsonWithLists(
  head: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Lines>>,
): Readable {
  return sendSlowly(parts(head, lists))
}

async function* parts(
  head: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Lines>>,
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, lines] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`
    let isFirst = true
    for await (const some of lines) {
      if (some.length === 0) continue
      yield (isFirst ? '' : ',') + some.join(',')
      isFirst = false
    }
    yield ']'
  }
  yield '}'
}

/** Serialized in one step; each may have many cells. */
const ITEMS_AT_ONCE = 50

/** Serializes items in batches. */
export function* itemLines(items: readonly unknown[]): Generator<readonly string[]> {
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    yield items.slice(start, start + ITEMS_AT_ONCE).map((item) => JSON.stringify(item))
  }
}
