import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { countQuery, parseCount } from '@heddle/domain/controller-query/count-query.ts'
import { parseAnswer, type RnFormats } from '@heddle/domain/controller-query/parse-answer.ts'
import { renderPath } from '@heddle/domain/controller-query/render-path.ts'
import { mayExceedValues } from '../../platform/text/json-values.ts'
import type { PageAnswer } from './engine-types.ts'
import { RunError } from './run-error.ts'
import { unpackPage } from './unpack-page.ts'
import { badPageDelay, busyDelay } from './waits.ts'

// Parsing a page of nothing but tiny values takes twenty times its size, in native code that no heap limit stops.
const MOST_VALUES = 2_000_000
const TOO_MANY_VALUES = {
  reason: 'too_big',
  message: 'A page of the response has too many values to be read.',
} as const

const TOO_LARGE = {
  reason: 'too_big',
  message: 'The response is larger than the most that can be read at once.',
} as const
const TRUNCATED = { reason: 'unreachable', message: "The controller's response was truncated or damaged." } as const

export type PageOptions = {
  readonly get: (path: string) => Promise<PageAnswer>
  /** Ends early, with false, when the run does. */
  readonly pause: (ms: number) => Promise<boolean>
  /** Nobody waits for the run, so it waits for a busy controller, and counts the objects once more at the end. */
  readonly background?: boolean | undefined
  readonly rnFormats?: RnFormats | undefined
}

export type ReadPage = { readonly total: number; readonly objects: readonly ManagedObject[] }

type Failed = {
  readonly ok: false
  /** `short` and `empty`: the page has fewer objects than its own total says. */
  readonly fault: 'too_big' | 'busy' | 'unreadable' | 'short' | 'empty' | 'other'
  readonly error: RunError
}
export type PageAttempt = { readonly ok: true; readonly page: ReadPage } | Failed

type PagePlace = { readonly page: number; readonly size: number }

/** Reads one page. One that is unreadable, or shorter than its own `totalCount` says, is requested again. */
export async function readObjectPage(
  query: ControllerQuery,
  place: PagePlace,
  options: PageOptions,
): Promise<PageAttempt> {
  const path = renderPath(query, place)
  for (let tried = 1; ; tried++) {
    const attempt = judge(await options.get(path), place, options.rnFormats)
    const delay = attempt.ok ? undefined : delayAfter(attempt.fault, tried, query, options)
    if (delay === undefined || !(await options.pause(delay))) return attempt
  }
}

function delayAfter(
  fault: Failed['fault'],
  tried: number,
  query: ControllerQuery,
  { background = false }: PageOptions,
) {
  if (fault === 'busy') return background ? busyDelay(tried) : undefined
  if (fault === 'unreadable') return badPageDelay(tried, false)
  // Without `required` the page may well add up, which is tried next.
  if (fault === 'short' || fault === 'empty') return badPageDelay(tried, background && query.subtree?.required !== true)
  return undefined
}

function judge(answer: PageAnswer, { page, size }: PagePlace, rnFormats: RnFormats | undefined): PageAttempt {
  if (!answer.ok) {
    const { reason } = answer.failure
    return failed(reason === 'too_big' || reason === 'busy' ? reason : 'other', answer.failure)
  }
  const unpacked = unpackPage(answer)
  if (!unpacked.ok) return unpacked.fault === 'too_big' ? failed('too_big', TOO_LARGE) : failed('unreadable', TRUNCATED)
  const read = readBody(unpacked.body, rnFormats)
  if (!read.ok) return read
  const due = Math.min(size, read.page.total - page * size)
  const found = read.page.objects.length
  if (found >= due) return read
  const message =
    found === 0
      ? `The controller returned an empty page although ${read.page.total - page * size} more objects were expected; it may be overloaded.`
      : `The controller returned ${found} objects on a page that should have ${due}; it may be overloaded.`
  return failed(found === 0 ? 'empty' : 'short', { reason: 'busy', message })
}

function readBody(body: Uint8Array, rnFormats: RnFormats | undefined): PageAttempt {
  if (mayExceedValues(body, MOST_VALUES)) return failed('too_big', TOO_MANY_VALUES)
  const parsed = parseAnswer(parseJson(body), rnFormats)
  if (parsed.ok) return { ok: true, page: { total: parsed.total, objects: parsed.objects } }
  const message = parsed.code === 'malformed' ? `The controller's response cannot be read: ${parsed.text}` : parsed.text
  return failed('unreadable', { reason: 'unreachable', message })
}

const failed = (fault: Failed['fault'], failure: ConstructorParameters<typeof RunError>[0]): Failed => ({
  ok: false,
  fault,
  error: new RunError(failure),
})

/** How many objects a query has, by a request of its own; undefined when the controller does not say. */
export async function countObjects(query: ControllerQuery, options: PageOptions): Promise<number | undefined> {
  const path = countQuery(query)
  for (let tried = 1; ; tried++) {
    const answer = await options.get(path)
    if (answer.ok) return countIn(answer)
    const { reason } = answer.failure
    // Not every class can be counted.
    if (reason === 'bad_filter' || reason === 'too_big') return undefined
    const waits = reason === 'busy' && options.background === true
    if (!waits || !(await options.pause(busyDelay(tried)))) throw new RunError(answer.failure)
  }
}

function countIn(answer: Extract<PageAnswer, { ok: true }>): number | undefined {
  const unpacked = unpackPage(answer)
  return unpacked.ok ? parseCount(parseJson(unpacked.body)) : undefined
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    // Truncated or garbled: treated like a wrong shape.
    return undefined
  }
}
