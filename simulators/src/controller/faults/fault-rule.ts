import type { ObjectStore } from '../model/object-store.ts'
import type { RequestRecord } from '../exchange/request-record.ts'

/** What goes wrong. Sizes are in bytes, times in milliseconds. */
export type FaultEffect =
  /** An nginx HTML error page: 404, 405, 502, 503. */
  | { readonly kind: 'html'; readonly status: number }
  /** The HTML login page with status 200. */
  | { readonly kind: 'login_page' }
  /** 404 with an HTML page naming "Cisco APIC": the API is not up yet. */
  | { readonly kind: 'not_ready' }
  /** The right answer, cut in half; its Content-Length matches what is sent. */
  | { readonly kind: 'truncated' }
  /** The right answer, but the connection breaks in the middle. */
  | { readonly kind: 'reset' }
  /** The connection closes without an answer. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** The body arrives in small pieces. */
  | { readonly kind: 'trickle'; readonly pieceBytes: number; readonly everyMs: number }
  /** The right totalCount with an empty imdata. */
  | { readonly kind: 'empty_page' }
  /** The right totalCount, but the last objects of the page are left out. */
  | { readonly kind: 'short_page'; readonly missing: number }
  /** The right page, with its first object in place of every other one. */
  | { readonly kind: 'repeated_object' }
  /** Nested objects come without `rn` and `dn`. */
  | { readonly kind: 'nameless_children' }
  /** "result dataset is too big", for all answers or for pages above a size only. */
  | { readonly kind: 'too_big'; readonly abovePageSize?: number }
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly text: string }
  /** The session ends with this request. */
  | { readonly kind: 'invalid_token' }
  /** Runs before the request is answered, to add and delete objects between pages. */
  | { readonly kind: 'change'; readonly change: (store: ObjectStore, request: RequestRecord) => void }

export type FaultRule = FaultEffect & {
  /** `data` (default) hits queries; the others hit the calls they are named after. */
  readonly on?: 'data' | 'login' | 'refresh' | 'document' | 'any'
  /** Only requests whose decoded address contains this text. */
  readonly path?: string
  /** Strike this many times, then stop. */
  readonly next?: number
  /** Let this many matching requests through first. */
  readonly after?: number
  /** Strike every n-th matching request. */
  readonly every?: number
}
