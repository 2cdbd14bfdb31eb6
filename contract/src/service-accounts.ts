import { type Static, Type } from 'typebox'
import { ApiTokenCreate } from './api-tokens.ts'
import { IntegerParams, Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'
import { LONGEST_USERNAME, USERNAME_PATTERN } from './users.ts'

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Description = Type.String({ maxLength: 1000, description: 'What the program does, and where it runs.' })

export const OwningGroup = Type.Object({ id: Type.Integer(), name: Type.String() })

/** An account of a program: it has API tokens, and nobody signs in with it. */
export const ServiceAccount = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'What it is called wherever users are named. It never changes.' }),
  description: Description,
  group: OwningGroup,
  permissions: Type.Array(Type.String(), {
    description: 'What a token of it may do at most: what its group may, but for what asks for a person.',
  }),
  is_active: Type.Boolean(),
  token_count: Type.Integer({ description: 'Its API tokens, with those that have expired.' }),
  last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Of any of its tokens that still exist.' })),
  created_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ServiceAccount = Static<typeof ServiceAccount>

export const ServiceAccountCreate = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: LONGEST_USERNAME,
    pattern: USERNAME_PATTERN,
    'x-expected': 'text without spaces or control characters',
  }),
  description: Type.Optional(Description),
  group: Id,
})
export type ServiceAccountCreate = Static<typeof ServiceAccountCreate>

export const ServiceAccountPatch = Type.Object({
  description: Type.Optional(Description),
  group: Type.Optional(Id),
})
export type ServiceAccountPatch = Static<typeof ServiceAccountPatch>

export const SERVICE_ACCOUNT_ORDERS = ['name', 'group', 'created_at'] as const
export const ServiceAccountListQuery = Type.Object({
  ...PageQuery,
  search: Search,
  group: Type.Optional(Id),
  is_active: Type.Optional(Type.Boolean()),
  ordering: Ordering,
})

export const OwningGroups = Type.Array(OwningGroup)

export const ServiceAccountTokenQuery = Type.Object({ ...PageQuery, ordering: Ordering })
export const ServiceAccountTokenParams = Type.Object({ ...IntegerParams.properties, token: Uuid })

export const ServiceAccountTokenCreate = Type.Object({
  ...ApiTokenCreate.properties,
  permissions: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 500,
        description: 'Null, or absent: all that the account may, at any time.',
      }),
    ),
  ),
})
