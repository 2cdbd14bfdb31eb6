import type { Call, Download, HttpMethod, ClientRequest } from './call.ts'
import type { ClientCredentials } from './credentials.ts'
import { errorOf, HeddleError, retryAfterOf } from './heddle-error.ts'
import { pauseFor } from './pause.ts'

export type TransportOptions = {
  readonly baseUrl: URL
  readonly fetch: typeof fetch
  readonly retriesOf: (method: HttpMethod) => number
  /** A server that wants a longer pause is not waited for. */
  readonly longestPauseSeconds: number
  readonly onPause?: ((seconds: number) => void) | undefined
}

const TOO_MANY = 429
const UNAVAILABLE = 503
const UNAUTHORIZED = 401
const FIRST_PAUSE_SECONDS = 0.5

/** Sends requests: refreshes the session when its access token has expired, and waits when the server asks to. */
export function createTransport(options: TransportOptions, credentials: () => ClientCredentials | undefined): Call {
  async function send(method: HttpMethod, path: string, request: ClientRequest): Promise<Response> {
    const used = credentials()?.access()
    const response = await sendPatiently(method, path, request, used)
    if (response.status !== UNAUTHORIZED || !(await credentials()?.renew(used))) return response
    await response.body?.cancel()
    return sendPatiently(method, path, request, credentials()?.access())
  }

  async function sendPatiently(
    method: HttpMethod,
    path: string,
    request: ClientRequest,
    access: string | undefined,
  ): Promise<Response> {
    const most = request.retries ?? options.retriesOf(method)
    for (let tried = 0; ; tried += 1) {
      const response = await sendOnce(method, path, request, access).catch((error: unknown) => {
        request.signal?.throwIfAborted()
        // The server may have applied a change although its answer was lost.
        if (method !== 'GET' || tried >= most) throw unreachable(options.baseUrl, { method, path }, error)
        return undefined
      })
      if (response !== undefined && (!isRefusedForNow(response) || tried >= most)) return response
      const wait = (response && retryAfterOf(response).retryAfter) ?? FIRST_PAUSE_SECONDS * 2 ** tried
      if (response !== undefined && wait > options.longestPauseSeconds) return response
      await response?.body?.cancel()
      if (response !== undefined) options.onPause?.(wait)
      await pauseFor(wait, request.signal)
    }
  }

  function sendOnce(
    method: HttpMethod,
    path: string,
    { query, body, signal, headers }: ClientRequest,
    access: string | undefined,
  ): Promise<Response> {
    return options.fetch(urlOf(options.baseUrl, path, query), {
      method,
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }

  async function ok(method: HttpMethod, path: string, request: ClientRequest): Promise<Response> {
    const response = await send(method, path, request)
    if (!response.ok) throw await errorOf(response, { method, path })
    request.onHeaders?.(response.headers)
    return response
  }

  const json: Call['json'] = async (method, path, request) =>
    (await readJson(await ok(method, path, request), { method, path })) as never

  return {
    json,
    raw: send,
    file: async (method, path, request) => downloadOf(await ok(method, path, request)),
    async *pages<Item>(path: string, request: ClientRequest) {
      let query = request.query
      for (let page = 1; ; page += 1) {
        const answer = await json<{ next: string | null; results: Item[] }>('GET', path, { ...request, query })
        yield* answer.results
        if (answer.next === null) return
        // Only its query: the server may know itself under another name.
        query = Object.fromEntries(new URL(answer.next, options.baseUrl).searchParams)
      }
    },
  }
}

async function readJson(response: Response, asked: Asked): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text === '' ? 'null' : text) as unknown
  } catch (cause) {
    throw notJson(response, asked, cause)
  }
}

/** Another program answers there, or only its front page. */
const notJson = ({ status, headers }: Response, asked: Asked, cause: unknown): HeddleError =>
  new HeddleError(
    `${asked.method} ${asked.path} was answered with ${headers.get('content-type') ?? 'no content type'} instead of JSON: is this the address of Heddle?`,
    status,
    { ...asked, cause },
  )

/** Refused before anything was done. */
const isRefusedForNow = ({ status }: Response): boolean => status === TOO_MANY || status === UNAVAILABLE

function urlOf(base: URL, path: string, query: object = {}): URL {
  const url = new URL(path.replace(/^\//, ''), base)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url
}

type Asked = { readonly method: string; readonly path: string }

function unreachable(baseUrl: URL, asked: Asked, cause: unknown): HeddleError {
  return new HeddleError(`No answer from ${baseUrl.origin}: ${reasonOf(cause)}`, 0, { ...asked, cause })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

function downloadOf<Content>(response: Response): Download<Content> {
  const fileName = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return {
    contentType: response.headers.get('content-type') ?? '',
    fileName,
    body: response.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }),
    text: () => response.text(),
    json: async () => (await response.json()) as Content,
  }
}
