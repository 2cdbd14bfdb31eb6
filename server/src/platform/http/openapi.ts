import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Access, describeAccess } from '../../kernel/access.ts'
import { responsesOf, takesKey } from './openapi-responses.ts'
import { describeThrottles } from './openapi-throttles.ts'
import type { Route } from './route.ts'
import type { Limits } from './throttles.ts'

/** The descriptive part of a route's definition: documentation and serialization, not validation. */
export function openApiSchema(route: Route, limits?: Limits): FastifySchema {
  const { spec } = route
  const schema = {
    operationId: operationId(route),
    summary: spec.summary,
    description: [spec.description, `Access: ${describeAccess(spec.access)}${describeCredential(spec.access)}.`]
      .filter(Boolean)
      .join('\n\n'),
    tags: [route.tag],
    security: spec.access.kind === 'anyone' ? [] : [{ bearer: [] }, ...(spec.takesTicket ? [{ ticket: [] }] : [])],
    'x-access': describeAccess(spec.access),
    'x-api-tokens': tokenRule(route),
    ...(limits && { 'x-throttle': describeThrottles(route, limits) }),
    ...(spec.params && { params: spec.params }),
    ...(spec.query && { querystring: spec.query }),
    ...(spec.body && { body: spec.body }),
    ...(spec.dialect && spec.body && { consumes: [spec.dialect.mediaType, 'application/json'] }),
    ...((spec.bodyReaders || spec.takesBytes) && {
      consumes: ['application/json', ...Object.keys(spec.bodyReaders ?? {}), ...(spec.takesBytes ?? [])],
    }),
    ...headersOf(route),
    response: responsesOf(route),
  }
  return schema
}

const IF_MATCH = Type.Optional(
  Type.String({ description: 'The ETag of the version that the change is based on; any version without it.' }),
)
const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'Any text, such as a UUID. Sent again with the same key within 24 hours, the request is not done again: the first answer below 500 is given, with `Idempotency-Replayed: true`.',
  }),
)

function headersOf(route: Route): { headers?: TSchema } {
  const headers = {
    ...(route.spec.honorsIfMatch && { 'If-Match': IF_MATCH }),
    ...(takesKey(route) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
  }
  return Object.keys(headers).length > 0 ? { headers: Type.Object(headers) } : {}
}

function describeCredential({ refusesTokens, takesListedTokens }: Access): string {
  if (takesListedTokens) return ', with an API token that lists it'
  return refusesTokens ? ', not with an API token' : ''
}

function tokenRule({ spec: { access } }: Route): 'accepted' | 'refused' | 'not needed' | 'required' {
  if (access.takesListedTokens) return 'required'
  if (access.refusesTokens) return 'refused'
  return access.kind === 'anyone' ? 'not needed' : 'accepted'
}

/** `GET /api/queries/saved-queries/:id/versions/` becomes `get_queries_saved_queries_id_versions`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return `${method.toLowerCase()}_${words}`
}
