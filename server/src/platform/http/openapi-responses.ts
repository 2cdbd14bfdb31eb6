import { type TProperties, type TSchema, Type } from 'typebox'
import {
  ConflictBody,
  Detail,
  FieldErrorsBody,
  ForbiddenBody,
  NotFoundBody,
  ServerErrorBody,
} from '@heddle/contract/common.ts'
import { KEY_CONFLICTS } from './use-idempotency-key.ts'
import type { Route } from './route.ts'
import { BODY_LIMIT_BYTES, inMegabytes } from './json-body.ts'

type Responses = Record<number, TSchema>
type Headers = Readonly<Record<string, string>>

/**
 * Every status that a route answers, with schema and headers. Not among them is what any URL may answer: 404 without a
 * route, 405, 408, 431, and 503 while the service stops or one of its stores is out of reach.
 */
export function responsesOf(route: Route): Responses {
  const { spec } = route
  const declared = { ...requestErrors(route), ...callerErrors(route), ...objectErrors(route), ...spec.otherReplies }
  return inDialect(route, {
    [spec.status ?? 200]: success(route),
    ...mapValues(declared, (schema, status) =>
      withHeaders(titled(schema, status), HEADERS_OF[status] ?? successHeaders(route, status, schema)),
    ),
    429: withHeaders(described(Detail, 'Throttled.'), RETRY_AFTER),
    500: withHeaders(described(ServerErrorBody, 'Server error.'), REQUEST_ID),
  })
}

type Described = TSchema & {
  readonly description?: string
  readonly headers?: object
  readonly type?: string
  readonly 'x-response-description'?: string
}

/** The same statuses in the words of another standard. */
function inDialect({ spec: { dialect } }: Route, responses: Responses): Responses {
  if (!dialect) return responses
  return mapValues(responses, (schema, status) => {
    const { headers, 'x-response-description': title, ...plain } = schema as Described
    if (plain.type === 'null') return schema
    return {
      ...{ description: status < 300 ? title : plain.description, ...(headers && { headers }) },
      content: { [dialect.mediaType]: { schema: status < 300 ? plain : dialect.errorSchema } },
    }
  })
}

const RETRY_AFTER: Headers = { 'Retry-After': 'Seconds to wait before the next request.' }
const REQUEST_ID: Headers = { 'X-Request-ID': 'The id of the request, as in `request_id` and in the log.' }
const HEADERS_OF: Readonly<Record<number, Headers>> = {
  401: { 'WWW-Authenticate': '`Bearer`.' },
  502: REQUEST_ID,
  503: { 'Retry-After': 'Seconds to wait before the next request, where waiting helps.', ...REQUEST_ID },
}
const ETAG: Headers = { ETag: 'The version of the object, for `If-Match`.' }
const DISPOSITION: Headers = { 'Content-Disposition': '`attachment` and the name of the file.' }

function success(route: Route): TSchema {
  const { spec } = route
  const status = spec.status ?? 200
  const withoutBody = WITHOUT_BODY[status]
  if (withoutBody !== undefined)
    return withHeaders(Type.Null({ description: withoutBody }), { ...LOCATION[status], ...spec.headers })
  const schema = spec.streams ? mediaTypes(spec.reply, spec.streams) : spec.reply
  return withHeaders(titled(schema, status), successHeaders(route, status, spec.reply))
}

const WITHOUT_BODY: Readonly<Record<number, string>> = { 204: 'Success, no body.', 302: 'See Location.' }
const LOCATION: Readonly<Record<number, Headers>> = { 302: { Location: 'The page to open.' } }

function successHeaders({ path, spec }: Route, status: number, reply: TSchema): Headers {
  if (status >= 400) return {}
  const isSingle = path.includes('/:id/') || status === 201
  const isVersioned = isSingle && 'updated_at' in ((reply as { properties?: object }).properties ?? {})
  return { ...(isVersioned && ETAG), ...(spec.streams?.some(isFile) && DISPOSITION), ...spec.headers }
}

/** JSON, unless the reply is text, and the other media types. */
function mediaTypes(reply: TSchema, streams: readonly string[]): TSchema {
  const isText = (reply as { type?: string }).type === 'string'
  const json = isText ? {} : { 'application/json': { schema: reply } }
  const others = Object.fromEntries(streams.map((type) => [type, { schema: isBinary(type) ? BINARY : Type.String() }]))
  return { content: { ...json, ...others } }
}

const BINARY = Type.String({ format: 'binary' })
const isBinary = (type: string): boolean => type.startsWith('application/vnd.')
/** Saved, not shown. */
const isFile = (type: string): boolean => isBinary(type) || type === 'text/csv'

/** What is wrong with the request itself. Any query string may hold a NUL. */
function requestErrors({ method, spec }: Route): Responses {
  return {
    400: described(
      spec.faultFields ? faultsWith(spec.faultFields) : FieldErrorsBody,
      'Invalid input; lists every error.',
    ),
    ...(method !== 'GET' && { 413: described(Detail, `The body is larger than ${inMegabytes(BODY_LIMIT_BYTES)}.`) }),
    ...(method !== 'GET' && !spec.readsRawBody && { 415: described(Detail, 'The body is not JSON.') }),
  }
}

/** What any POST with an `Idempotency-Key` may answer. */
export const takesKey = ({ method, spec }: Route): boolean => method === 'POST' && spec.access.kind !== 'anyone'

const faultsWith = (fields: TProperties): TSchema =>
  Type.Object(optional(fields), { additionalProperties: Type.Array(Type.String()) })

function callerErrors({ spec: { access, refusal } }: Route): Responses {
  const rules = [
    access.kind === 'admin' && 'The caller is not an administrator.',
    access.kind === 'permission' && 'The caller lacks the permission.',
    access.refusesTokens && 'API tokens are refused.',
    refusal,
  ].filter((rule) => typeof rule === 'string')
  return {
    ...(access.kind !== 'anyone' && { 401: described(Detail, 'No valid access token.') }),
    ...(rules.length > 0 && { 403: described(ForbiddenBody, rules.join(' ')) }),
  }
}

function objectErrors(route: Route): Responses {
  const { spec } = route
  const conflicts = { ...spec.conflicts, ...(takesKey(route) && KEY_CONFLICTS) }
  const reasons = [
    spec.params && 'Not found, or not visible to the caller.',
    hasPages(spec.query) && 'There is no such page.',
    spec.isOff !== undefined && 'This installation does without it.',
    spec.missing,
  ].filter((reason) => typeof reason === 'string')
  return {
    ...(reasons.length > 0 && { 404: described(NotFoundBody, reasons.join(' ')) }),
    ...(Object.keys(conflicts).length > 0 && { 409: conflict(conflicts, spec.conflictFields) }),
    ...(takesKey(route) && {
      422: described(ConflictBody, '`idempotency_mismatch`: This Idempotency-Key was used for another request.'),
    }),
    ...(spec.honorsIfMatch && {
      412: described(Detail, 'Changed since it was read (`If-Match`). Nothing was changed.'),
    }),
  }
}

function hasPages(query: TSchema | undefined): boolean {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  return 'page' in properties
}

function conflict(codes: Readonly<Record<string, string>>, fields: TProperties = {}): TSchema {
  const meanings = Object.entries(codes).map(([code, meaning]) => `\`${code}\`: ${meaning}`)
  return Type.Object(
    { detail: Type.String(), code: Type.Enum(Object.keys(codes)), ...optional(fields) },
    { description: meanings.join(' ') },
  )
}

const optional = (fields: TProperties): TProperties => mapValues(fields, (field) => Type.Optional(field))

const mapValues = <Value, Mapped>(
  record: Readonly<Record<number | string, Value>>,
  map: (value: Value, key: number) => Mapped,
) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, Number(key))]))

/** A success may have a schema with a description of its own, which is not that of the response. */
const titled = (schema: TSchema, status: number): TSchema =>
  status < 300 ? { 'x-response-description': status === 202 ? 'Accepted.' : 'Success.', ...schema } : schema

const described = (schema: TSchema, description: string): TSchema => ({ ...schema, description })

/** Headers are in the schema, where the document's generator looks for them. */
function withHeaders(schema: TSchema, headers: Headers): TSchema {
  if (Object.keys(headers).length === 0) return schema
  return { ...schema, headers: mapValues(headers, (description) => Type.String({ description })) }
}
