import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Timestamp, Uuid } from './common.ts'

export const ApiToken = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'The first twelve characters of the token, to recognize it by.' }),
  permissions: Nullable(Type.Array(Type.String(), { description: 'Null means all that its owner has, at any time.' })),
  username: Type.String({ description: 'Its owner.' }),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Up to a minute behind.' })),
  last_used_ip: Nullable(Type.String()),
})
export type ApiToken = Static<typeof ApiToken>

/** The only reply that contains the token itself. */
export const CreatedApiToken = Type.Object({
  ...ApiToken.properties,
  token: Type.String({ description: 'Send it as `Authorization: Bearer …`. It is not shown again.' }),
})
export type CreatedApiToken = Static<typeof CreatedApiToken>

export const ApiTokenCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  permissions: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 500,
        description: 'Null, or absent: all that you have, at any time.',
      }),
    ),
  ),
  expires_at: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'ISO 8601; null, or absent: never.' })),
  ),
})
export type ApiTokenCreate = Static<typeof ApiTokenCreate>

export const API_TOKEN_ORDERS = ['name', 'username', 'created_at', 'expires_at', 'last_used_at'] as const

export const ApiTokenListQuery = Type.Object({
  ...PageQuery,
  all: Type.Optional(Type.Boolean({ description: "Everyone's; for administrators." })),
  user: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Id of a user whose tokens to list; administrators may name any, others only themselves.',
    }),
  ),
  ordering: Ordering,
})
