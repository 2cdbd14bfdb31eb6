import { createOperations } from '@heddle/client/generated/operations.ts'

type Operations = ReturnType<typeof createOperations>

/** A request as it left the web UI. */
export type SentRequest = {
  readonly method: string
  /** Without its query: `/api/controller/connections/`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly headers: Headers
}

type Address = Pick<SentRequest, 'method' | 'path'>
type Reaction = (request: SentRequest) => Response | Promise<Response>

const unexpected: string[] = []

/** The requests that no test prepared, since this was asked last. */
export const takeUnexpectedRequests = (): readonly string[] => unexpected.splice(0)

/**
 * The API of a server that knows only what a test has told it. Operations are named as the client names them, so that
 * their replies have the types of the wire; the client itself is the real one.
 */
export class SimulatedApi {
  /** All that was sent, in order. */
  readonly requests: SentRequest[] = []
  readonly #reactions: { readonly address: Address; readonly reaction: Reaction }[] = []

  /** From now on an operation is answered like this. */
  answers<T>(
    operation: (heddle: Operations) => Promise<T>,
    reply: T,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    this.#on(operation, () => Response.json(reply, { headers }))
  }

  /** From now on the pages of a list have these items: all of them on the first. */
  lists<T>(operation: (heddle: Operations) => AsyncGenerator<T>, items: readonly T[]): void {
    this.#on(operation, () => Response.json({ count: items.length, next: null, previous: null, results: items }))
  }

  /** From now on an operation is refused; the body is `{detail}`, or messages by field. */
  refuses(
    operation: (heddle: Operations) => unknown,
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    this.#on(operation, () => Response.json(body, { status, headers }))
  }

  /** From now on the answer to an operation waits until the returned function is called. */
  holds<T>(operation: (heddle: Operations) => Promise<T>, reply: T): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#on(operation, async () => {
      await promise
      return Response.json(reply)
    })
    return resolve
  }

  /** The bodies that were sent to an operation, in order. */
  sentTo(operation: (heddle: Operations) => unknown): readonly unknown[] {
    const address = addressOf(operation)
    return this.requests.filter((request) => isAt(request, address)).map(({ body }) => body)
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted()
    const url = new URL(input instanceof Request ? input.url : input)
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    this.requests.push(request)
    const found = this.#reactions.findLast(({ address }) => isAt(request, address))
    if (found) return found.reaction(request)
    unexpected.push(`${request.method} ${request.path}${url.search}`)
    throw new TypeError(`no test said what ${request.method} ${request.path} answers`)
  }

  #on(operation: (heddle: Operations) => unknown, reaction: Reaction): void {
    this.#reactions.push({ address: addressOf(operation), reaction })
  }
}

const isAt = (request: Address, { method, path }: Address): boolean =>
  request.method === method && request.path === path

/** Where the client sends an operation. */
function addressOf(operation: (heddle: Operations) => unknown): Address {
  let address: Address | undefined
  const note = (method: string, path: string): Promise<never> => {
    address = { method, path }
    return new Promise(() => undefined)
  }
  const pages = (path: string): AsyncGenerator<never, void, undefined> => {
    void note('GET', path)
    return nothing()
  }
  operation(createOperations({ json: note, file: note, pages }))
  if (!address) throw new Error('the operation sends nothing')
  return address
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}
