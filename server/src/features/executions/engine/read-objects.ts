import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { parseAnswer } from '@heddle/domain/controller-query/parse-answer.ts'
import { renderPath } from '@heddle/domain/controller-query/render-path.ts'
import { mayExceedValues } from '../../../platform/text/json-values.ts'
import { RunError } from './run-error.ts'
import type { PageAnswer } from './engine-types.ts'

const SMALLEST_PAGE = 80
// All sizes are the smallest one times a power of two, so each offset is a whole number of pages of every smaller size.
const FLAT_PAGE = SMALLEST_PAGE * 2 ** 7
// Each object of a nested answer brings many others.
const NESTED_PAGE = SMALLEST_PAGE * 2 ** 4
const PAGES_AHEAD = 3
const BAD_PAGE_TRIES = 3
const RETRY_DELAY_MS = 200
// Parsing a page of nothing but tiny values takes twenty times its size, in native code that no heap limit stops.
const MOST_VALUES = 2_000_000
const TOO_MANY_VALUES = { reason: 'too_big', message: 'A page of the response has too many values to be read.' } as const

export type ReadOptions = {
  readonly get: (path: string) => Promise<PageAnswer>
  /** Called with every page's total. */
  readonly onTotal?: (total: number) => void
  readonly onWarning?: (warning: string) => void
  /** How many objects are expected to be enough: pages start small, and none is prefetched. */
  readonly expected?: number | undefined
}

type Page = { readonly total: number; readonly objects: readonly ManagedObject[] }
type Attempt = { readonly ok: true; readonly page: Page } | { readonly ok: false; readonly tooBig: boolean; readonly error: RunError }

/**
 * Reads all pages of a query, in order, each object once. Pages are prefetched; one that is too big for the controller
 * is halved; one that is empty although more objects are expected is requested again.
 */
export async function* readObjects(query: ControllerQuery, options: ReadOptions): AsyncGenerator<readonly ManagedObject[]> {
  let largest = query.subtree ? NESTED_PAGE : FLAT_PAGE
  let size = firstPageSize(largest, options.expected)
  let offset = 0
  let total: number | undefined
  let ahead: Promise<Attempt>[] = []
  const seen = new Set<string>()

  while (total === undefined || offset < total) {
    const wanted = total === undefined || options.expected !== undefined ? 1 : Math.min(PAGES_AHEAD, Math.ceil((total - offset) / size))
    while (ahead.length < wanted) ahead.push(readPage(query, offset / size + ahead.length, size, options))
    const attempt = await ahead.shift()!
    if (!attempt.ok) {
      if (!attempt.tooBig || size === SMALLEST_PAGE) throw attempt.error
      size /= 2
      largest = size
      ahead = []
      continue
    }
    const { page } = attempt
    if (total !== undefined && page.total !== total) options.onWarning?.('changed_during_read')
    total = page.total
    options.onTotal?.(total)
    if (page.objects.length === 0) return
    yield offset === 0 && page.objects.length >= total ? page.objects : notSeen(page.objects, seen)
    offset += size
    // More than expected is needed: switch to larger pages, as soon as one can start at this offset.
    if (options.expected !== undefined && size < largest && offset % (size * 2) === 0) size *= 2
  }
}

function firstPageSize(largest: number, expected: number | undefined): number {
  if (expected === undefined) return largest
  let size = SMALLEST_PAGE
  while (size < expected && size < largest) size *= 2
  return size
}

/** Objects move between pages when others are created or deleted during the read. */
function notSeen(objects: readonly ManagedObject[], seen: Set<string>): readonly ManagedObject[] {
  return objects.filter((object) => {
    // Objects without a DN cannot be distinguished.
    if (object.dn === '') return true
    if (seen.has(object.dn)) return false
    seen.add(object.dn)
    return true
  })
}

async function readPage(query: ControllerQuery, page: number, size: number, options: ReadOptions): Promise<Attempt> {
  const path = renderPath(query, { page, size })
  let last: Attempt | undefined
  for (let attempt = 1; attempt <= BAD_PAGE_TRIES; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * attempt))
    const answer = await options.get(path)
    if (!answer.ok) return { ok: false, tooBig: answer.failure.reason === 'too_big', error: new RunError(answer.failure) }
    last = readBody(answer.body)
    if (last.ok ? !isSuspiciouslyEmpty(last.page, page * size) : last.tooBig) return last
  }
  return last?.ok ? emptyAfterAll(last.page, page * size, options) : last!
}

const isSuspiciouslyEmpty = (page: Page, offset: number) => page.objects.length === 0 && page.total > offset

function readBody(body: Uint8Array): Attempt {
  if (mayExceedValues(body, MOST_VALUES)) return { ok: false, tooBig: true, error: new RunError(TOO_MANY_VALUES) }
  const parsed = parseAnswer(parseJson(body))
  if (parsed.ok) return { ok: true, page: { total: parsed.total, objects: parsed.objects } }
  const message = parsed.code === 'malformed' ? `The controller's response cannot be read: ${parsed.text}` : parsed.text
  return { ok: false, tooBig: false, error: new RunError({ reason: 'unreachable', message }) }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    // Truncated or garbled: treated like a wrong shape.
    return undefined
  }
}

/**
 * Some releases count objects they do not list. That shows on the first page; a later empty page means missing objects.
 */
function emptyAfterAll(page: Page, offset: number, options: ReadOptions): Attempt {
  if (offset === 0) {
    options.onWarning?.('empty_answer')
    return { ok: true, page: { total: 0, objects: [] } }
  }
  const message = `The controller returned an empty page although ${page.total - offset} more objects were expected; it may be overloaded.`
  return { ok: false, tooBig: false, error: new RunError({ reason: 'busy', message }) }
}
