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

/** One of two, told apart by what only the other has: `if (reply.mfa_token !== undefined)`. */
export type OneOf<A, B> = (A & Lacking<B, A>) | (B & Lacking<A, B>)
type Lacking<Other, Own> = { readonly [Key in Exclude<keyof Other, keyof Own>]?: never }

/** What a request answers that may be a dry run: either, if its type does not say which. */
export type ReplyOf<IsDryRun extends boolean, Dry, Done> = IsDryRun extends true ? Dry : Done

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
