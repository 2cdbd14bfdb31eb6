import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { Static, TProperties, TSchema } from 'typebox'
import type { Access } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { EditedParts, Precondition } from '../../kernel/versions.ts'
import type { Dialect } from './dialect.ts'
import type { ItemFields } from './list-fields.ts'
import type { RouteThrottle } from './throttles-request.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'

type Input<S> = S extends TSchema ? Static<S> : undefined
type CallerOf<A extends Access> = A extends { kind: 'anyone' } ? undefined : Caller

/** What a handler gets; everything is already validated. */
export type Context<A extends Access, P, Q, B, I = undefined> = {
  readonly caller: CallerOf<A>
  readonly params: Input<P>
  readonly query: Input<Q>
  readonly body: Input<B>
  /** The request's absolute URL, for `next` and `previous`. */
  readonly url: URL
  /** What `?fields=` wants of the items of a list, for `sendPage`; every other page is cut down after the handler. */
  readonly fields: ItemFields | undefined
  /** For `honorsIfMatch`. */
  readonly ifMatch: I extends true ? Precondition : undefined
  /**
   * For `reportsFaultsItself`: errors in query and body. The parameters they name are missing from `query`; in `body`
   * they do not match their schema.
   */
  readonly faults: FieldMessages
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly request: FastifyRequest
}

export type RouteSpec<A extends Access, P, Q, B, R extends TSchema, I = true | undefined> = {
  readonly access: A
  readonly summary: string
  /** What the summary does not say: what happens, limits, side effects. Every route of the product has one. */
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Schema of the success body; `Type.Null()` for an empty one. */
  readonly reply: R
  readonly status?: 200 | 201 | 202 | 204 | 302
  /** Further statuses and their schemas. */
  readonly otherReplies?: Readonly<Record<number, TSchema>>
  /** What a 400 has besides messages by field. */
  readonly faultFields?: TProperties
  /** The codes of its 409, with what each of them means. */
  readonly conflicts?: Readonly<Record<string, string>>
  /** What a 409 has besides `detail` and `code`. */
  readonly conflictFields?: TProperties
  /** When it answers 403 although the access rule is met. */
  readonly refusal?: string
  /** When it answers 404, other than to an unknown id or a page after the last. */
  readonly missing?: string
  /** Changes made to an outdated version are refused: 412. */
  readonly honorsIfMatch?: I
  /** What people edit of a reply without `updated_at`: the ETag is that of these parts. */
  readonly editedParts?: (reply: never) => EditedParts
  /** Headers of a success, with what each of them holds. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The handler throws the `faults` itself, together with errors only it can find, so that one response lists them all.
   */
  readonly reportsFaultsItself?: boolean
  /** Limits in addition to the general ones. */
  readonly throttle?: RouteThrottle
  /** A read-only POST, which leaves no audit entry. */
  readonly changesNothing?: boolean
  /** The handler gets the body as it arrived, a Buffer, whatever its media type. */
  readonly readsRawBody?: boolean
  /** Media types of the body besides JSON, and what reads them. */
  readonly bodyReaders?: Readonly<Record<string, (text: string, caller: Caller | null) => Promise<unknown>>>
  /** Media types whose body the handler gets as it arrived, a Buffer; `body` describes that as JSON. */
  readonly takesBytes?: readonly string[]
  /** The installation does without it: it answers 404 to whatever is sent, before the body is read. */
  readonly isOff?: boolean
  /** Also takes a single-use ticket as `?ticket=`, because a link sends no headers. */
  readonly takesTicket?: boolean
  /** A page without data of its own: a browser may open it signed out, because it asks for a token itself. */
  readonly opensInBrowsers?: boolean
  /** The standard that its answers follow, where that is not ours. */
  readonly dialect?: Dialect
  /** Media types of streamed responses, other than JSON, for the document. */
  readonly streams?: readonly string[]
}

/** A success other than the route's usual one: another status or a stream. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[]>>
  /** A change that this time only looked, or found everything as asked, and so left no audit entry. */
  readonly changedNothing: boolean = false

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string | string[]>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }

  static ofDryRun(body: unknown): Reply {
    return Object.assign(new Reply(200, body), { changedNothing: true })
  }

  /** A success of a change that had nothing to change. */
  static unchanged(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
    return Object.assign(new Reply(status, body, headers), { changedNothing: true })
  }

  static stream(contentType: string, body: Readable, headers: Record<string, string> = {}): Reply {
    return new Reply(200, body, { 'content-type': contentType, ...headers })
  }
}

/** A schema with its own description in the document. */
export const documented = (schema: TSchema, description: string): TSchema => ({ ...schema, description })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handler<A extends Access, P, Q, B, R extends TSchema, I> = (
  context: Context<A, P, Q, B, I>,
) => Promise<Static<R> | Reply>

/** A route with its types erased, as the server registers it. */
export type Route = {
  readonly method: Method
  readonly path: string
  readonly tag: string
  readonly spec: RouteSpec<Access, TSchema | undefined, TSchema | undefined, TSchema | undefined, TSchema>
  readonly handler: (context: never) => Promise<unknown>
}

type Define = <
  A extends Access,
  R extends TSchema,
  P = undefined,
  Q = undefined,
  B = undefined,
  I extends true | undefined = undefined,
>(
  path: string,
  spec: RouteSpec<A, P, Q, B, R, I>,
  handler: Handler<A, P, Q, B, R, I>,
) => void

export type RouteDefiner = Readonly<Record<Lowercase<Method>, Define>>

/** Collects the routes of one area. `tag` is the area's heading in the OpenAPI document. */
export function routes(tag: string, define: (route: RouteDefiner) => void): readonly Route[] {
  const collected: Route[] = []
  const definer =
    (method: Method): Define =>
    (path, spec, handler) => {
      collected.push({ method, path, tag, spec: spec as unknown as Route['spec'], handler })
    }
  define({
    get: definer('GET'),
    post: definer('POST'),
    put: definer('PUT'),
    patch: definer('PATCH'),
    delete: definer('DELETE'),
  })
  return collected
}
