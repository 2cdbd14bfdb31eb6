import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ConflictBody, Detail, FieldErrors, ServerErrorBody } from '@heddle/contract/common.ts'
import { describeAccess } from '../../kernel/access.ts'
import type { Route } from './route.ts'

/** The descriptive part of a route's definition: documentation and serialization, not validation. */
export function openApiSchema(route: Route): FastifySchema {
  const { spec } = route
  const schema = {
    operationId: operationId(route),
    summary: spec.summary,
    description: [spec.description, `Access: ${describeAccess(spec.access)}${spec.access.refusesTokens ? ', not with an API token' : ''}.`]
      .filter(Boolean)
      .join('\n\n'),
    tags: [route.tag],
    security: spec.access.kind === 'anyone' ? [] : [{ bearer: [] }],
    'x-access': describeAccess(spec.access),
    ...(spec.access.refusesTokens && { 'x-api-tokens': 'refused' }),
    ...(spec.params && { params: spec.params }),
    ...(spec.query && { querystring: spec.query }),
    ...(spec.body && { body: spec.body }),
    ...(spec.streams && { produces: ['application/json', ...spec.streams] }),
    response: responses(route),
  }
  return schema
}

function responses({ spec, method }: Route): Record<number, TSchema> {
  const status = spec.status ?? 200
  return {
    [status]: WITHOUT_BODY[status] === undefined ? described(spec.reply, 'Success.') : Type.Null({ description: WITHOUT_BODY[status] }),
    ...spec.otherReplies,
    ...((spec.query ?? spec.body) && { 400: described(FieldErrors, 'Invalid input; lists every error.') }),
    ...(spec.access.kind !== 'anyone' && { 401: described(Detail, 'No valid access token.') }),
    ...((spec.access.kind !== 'anyone' || spec.access.refusesTokens) && { 403: described(Detail, 'Permission denied.') }),
    ...(spec.params && { 404: described(Detail, 'Not found.') }),
    ...(method === 'DELETE' && { 409: described(ConflictBody, 'In use.') }),
    ...((method === 'PUT' || method === 'PATCH') && { 412: described(Detail, 'Changed since it was read (If-Match).') }),
    429: described(Detail, 'Throttled; see Retry-After.'),
    500: described(ServerErrorBody, 'Server error.'),
  }
}

const WITHOUT_BODY: Readonly<Record<number, string>> = { 204: 'Success, no body.', 302: 'See Location.' }

const described = (schema: TSchema, description: string): TSchema => ({ description, ...schema })

/** `GET /api/queries/saved-queries/:id/versions/` becomes `get_queries_saved_queries_id_versions`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return `${method.toLowerCase()}_${words}`
}
