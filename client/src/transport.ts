import type { Call, Download, HttpMethod, ClientRequest } from './call.ts'
import type { ClientCredentials } from './credentials.ts'
import { errorOf, HeddleError } from './heddle-error.ts'
import { withKey } from './idempotency-key.ts'
import { type Asked, type Patience, sendPatiently } from './send-patiently.ts'

export type TransportOptions = Patience & { readonly retriesOf: (method: HttpMethod) => number }

const UNAUTHORIZED = 401

/** Sends requests: refreshes the session when its access token has expired, and waits when the server asks to. */
export function createTransport(options: TransportOptions, credentials: () => ClientCredentials | undefined): Call {
  async function send(method: HttpMethod, path: string, given: ClientRequest): Promise<Response> {
    const used = credentials()?.access()
    const retries = given.retries ?? options.retriesOf(method)
    const request = method === 'POST' && used !== undefined && retries > 0 ? withKey(given) : given
    const response = await sendPatiently(options, { method, path }, { request, access: used, retries })
    if (response.status !== UNAUTHORIZED || !(await credentials()?.renew(used))) return response
    await response.body?.cancel()
    return sendPatiently(options, { method, path }, { request, access: credentials()?.access(), retries })
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
