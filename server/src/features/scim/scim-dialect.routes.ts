import { ScimError } from '@heddle/contract/scim.ts'
import type { Dialect, PlainError } from '../../platform/http/dialect.ts'
import { SCIM } from './scim-address.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
/** A request with a thousand faults needs no more to be understood. */
const LONGEST_DETAIL = 2_000

/** RFC 7644: its media type, and the errors of its section 3.12. */
export const scimDialect: Dialect = {
  prefix: SCIM,
  mediaType: 'application/scim+json',
  errorSchema: ScimError,
  errorBody: ({ status, body }) => {
    const scimType = scimTypeOf({ status, body })
    return {
      schemas: [ERROR],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: detailOf(body).slice(0, LONGEST_DETAIL),
    }
  },
}

function scimTypeOf({ status, body }: PlainError): string | undefined {
  if (typeof body.scimType === 'string') return body.scimType
  if (status === 409) return body.code === 'uniqueness' ? 'uniqueness' : undefined
  if (status !== 400) return undefined
  return 'non_field_errors' in body ? 'invalidSyntax' : 'invalidValue'
}

function detailOf({ detail, request_id, scimType: _scimType, ...fields }: PlainError['body']): string {
  if (typeof detail === 'string') return typeof request_id === 'string' ? `${detail} (${request_id})` : detail
  return Object.entries(fields)
    .flatMap(([field, messages]) =>
      [messages]
        .flat()
        .map((message) => (field === 'non_field_errors' ? String(message) : `${field}: ${String(message)}`)),
    )
    .join(' ')
}
