import type { ClientRequest, HttpMethod } from './call.ts'
import { HeddleError, retryAfterOf } from './heddle-error.ts'
import { isStillRunning, keyOf } from './idempotency-key.ts'
import { pauseFor } from './pause.ts'

export type Patience = {
  readonly baseUrl: URL
  readonly fetch: typeof fetch
  /** A server that wants a longer pause is not waited for. */
  readonly longestPauseSeconds: number
  readonly onPause?: ((seconds: number) => void) | undefined
}
export type Asked = { readonly method: HttpMethod; readonly path: string }
type Sending = {
  readonly request: ClientRequest
  /** The bearer; undefined for nobody. */
  readonly access: string | undefined
  /** How often to repeat it at most. */
  readonly retries: number
}

const TOO_MANY = 429
const UNAVAILABLE = 503
const FIRST_PAUSE_SECONDS = 0.5
const RUNNING_PAUSE_SECONDS = 1

/** Sends a request until the server has carried it out or refused it, provided that this cannot do it twice. */
export async function sendPatiently(patience: Patience, asked: Asked, sending: Sending): Promise<Response> {
  const { request, access, retries } = sending
  // The server may have applied a change although its answer was lost: given a key, it answers the same again.
  const isSafe = asked.method === 'GET' || (access !== undefined && keyOf(request) !== undefined)
  for (let tried = 0; ; tried += 1) {
    const response = await awaitFirst(patience, asked, sending).catch((error: unknown) => {
      request.signal?.throwIfAborted()
      if (!isSafe || tried >= retries) throw unreachable(patience.baseUrl, asked, error)
      return undefined
    })
    if (response !== undefined && (!isRefusedForNow(response) || tried >= retries)) return response
    const wait = (response && retryAfterOf(response).retryAfter) ?? FIRST_PAUSE_SECONDS * 2 ** tried
    if (response !== undefined && wait > patience.longestPauseSeconds) return response
    await response?.body?.cancel()
    if (response !== undefined) patience.onPause?.(wait)
    await pauseFor(wait, request.signal)
  }
}

/** Sends it once more each second while the one before, whose answer was lost, still runs. */
async function awaitFirst(patience: Patience, asked: Asked, sending: Sending): Promise<Response> {
  for (let waited = 0; ; waited += RUNNING_PAUSE_SECONDS) {
    const response = await sendOnce(patience, asked, sending)
    if (waited >= patience.longestPauseSeconds || !(await isStillRunning(response))) return response
    await response.body?.cancel()
    await pauseFor(RUNNING_PAUSE_SECONDS, sending.request.signal)
  }
}

function sendOnce(patience: Patience, { method, path }: Asked, { request, access }: Sending): Promise<Response> {
  const { query, body, signal, headers } = request
  const isBytes = body instanceof Uint8Array
  return patience.fetch(urlOf(patience.baseUrl, path, query), {
    method,
    headers: {
      accept: 'application/json, */*;q=0.5',
      ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/** Refused before anything was done. */
const isRefusedForNow = ({ status }: Response): boolean => status === TOO_MANY || status === UNAVAILABLE

function urlOf(base: URL, path: string, query: object = {}): URL {
  const url = new URL(path.replace(/^\//, ''), base)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url
}

function unreachable(baseUrl: URL, asked: Asked, cause: unknown): HeddleError {
  return new HeddleError(`No answer from ${baseUrl.origin}: ${reasonOf(cause)}`, 0, { ...asked, cause })
}

/** What a server without TLS answers to the first message of TLS. */
const NO_TLS = /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL))$/

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error.cause instanceof Error) || error.cause.message === '') return error.message
  const { code } = error.cause as { readonly code?: string }
  // The words of the TLS library mean something to its authors.
  return NO_TLS.test(code ?? '') ? 'it does not speak TLS, so its address begins with http://' : error.cause.message
}
