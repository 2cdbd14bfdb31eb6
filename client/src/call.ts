/** What every method takes besides its arguments. */
export type CallOptions = {
  readonly signal?: AbortSignal
  /** Further headers, such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often to repeat this request at most, instead of the client's own number. */
  readonly retries?: number
  /** Sees the headers of a good answer, such as its `ETag`. */
  readonly onHeaders?: (headers: Headers) => void
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ClientRequest = CallOptions & {
  readonly query?: object | undefined
  /** Sent as JSON; bytes as they are, with the `content-type` among the headers. */
  readonly body?: unknown
}

/** A streamed answer: an export, or text; `Content` is what it holds when it is JSON. */
export type Download<Content = unknown> = {
  readonly contentType: string
  /** As the server names it; undefined if it does not. */
  readonly fileName: string | undefined
  readonly body: ReadableStream<Uint8Array>
  readonly text: () => Promise<string>
  readonly json: () => Promise<Content>
}

/** The ways to call an operation. All of them throw a `HeddleError`. */
export type Call = {
  readonly json: <Reply>(method: HttpMethod, path: string, request: ClientRequest) => Promise<Reply>
  readonly file: <Content = unknown>(
    method: HttpMethod,
    path: string,
    request: ClientRequest,
  ) => Promise<Download<Content>>
  /** The answer as it is, also one of an error; what is thrown is only that there was none. */
  readonly raw: (method: HttpMethod, path: string, request: ClientRequest) => Promise<Response>
  readonly pages: <Item>(path: string, request: ClientRequest) => AsyncGenerator<Item, void, undefined>
}
