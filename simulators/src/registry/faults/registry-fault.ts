/** What goes wrong with an answer. */
export type RegistryEffect =
  /** An HTML page: 404, 502, 503. */
  | { readonly kind: 'html'; readonly status: number }
  /** The right answer, cut in half and never compressed; its Content-Length matches what is sent. */
  | { readonly kind: 'truncated' }
  /** `{}` with status 200. */
  | { readonly kind: 'empty_object' }
  /** JSON that describes no class, with status 200. */
  | { readonly kind: 'not_a_document' }
  /** A list of that many empty objects, compressed to almost nothing, with status 200. */
  | { readonly kind: 'bomb'; readonly values: number }
  /** The right answer, but the connection breaks in the middle. */
  | { readonly kind: 'reset' }
  /** The connection closes without an answer. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }

export type RegistryFaultRule = RegistryEffect & {
  /** Only this class, `fv:BD`. */
  readonly className?: string
  /** Only this version key. */
  readonly version?: string
  /** Only paths that contain this text; `aci-meta` hits the aggregate. */
  readonly path?: string
  /** Only requests that accept gzip, or only those that do not. */
  readonly encoding?: 'gzip' | 'identity'
  /** Strike this many times, then stop. */
  readonly next?: number
  /** Let this many matching requests through first. */
  readonly after?: number
  /** Strike every n-th matching request. */
  readonly every?: number
}
