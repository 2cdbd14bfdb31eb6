import { type Static, Type } from 'typebox'

const Schemas = Type.Array(Type.String())
/** Its `$ref` is among the other properties: what reads schemas would take the name for a reference of their own. */
const Reference = Type.Object(
  {
    value: Type.Optional(Type.String()),
    display: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
  },
  { additionalProperties: Type.String(), description: 'With `$ref`, its address.' },
)
const Meta = Type.Object({
  resourceType: Type.String(),
  created: Type.Optional(Type.String()),
  lastModified: Type.Optional(Type.String()),
  location: Type.String(),
  version: Type.Optional(Type.String()),
})

/** Parts can be left out with `attributes` and `excludedAttributes`. */
export const ScimUserReply = Type.Object({
  schemas: Schemas,
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
  name: Type.Optional(
    Type.Object({
      formatted: Type.Optional(Type.String()),
      givenName: Type.Optional(Type.String()),
      familyName: Type.Optional(Type.String()),
    }),
  ),
  displayName: Type.Optional(Type.String()),
  emails: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.Optional(Type.String()),
        type: Type.Optional(Type.String()),
        primary: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  active: Type.Optional(Type.Boolean()),
  groups: Type.Optional(Type.Array(Reference)),
  meta: Type.Optional(Type.Partial(Meta)),
})
export type ScimUserReply = Static<typeof ScimUserReply>

export const ScimGroupReply = Type.Object({
  schemas: Schemas,
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  members: Type.Optional(Type.Array(Reference)),
  meta: Type.Optional(Type.Partial(Meta)),
})
export type ScimGroupReply = Static<typeof ScimGroupReply>

const ListOf = <Item extends typeof ScimUserReply | typeof ScimGroupReply>(item: Item) =>
  Type.Object({
    schemas: Schemas,
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(item),
  })
export const ScimUserList = ListOf(ScimUserReply)
export const ScimGroupList = ListOf(ScimGroupReply)

const LongText = Type.String({ maxLength: 4_000 })
const StartIndex = Type.Integer({
  maximum: 2_147_483_647,
  description: 'Position of the first result; below 1 it is 1.',
})
const Count = Type.Integer({ maximum: 2_147_483_647, description: 'Results at most, up to 200.' })
const SortBy = Type.String({ maxLength: 200 })
const SortOrder = Type.Enum(['ascending', 'descending'])

export const ScimProjectionQuery = Type.Object({
  attributes: Type.Optional(Type.String({ maxLength: 4_000, description: 'Only these, separated by commas.' })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 4_000, description: 'All but these.' })),
})

export const ScimListQuery = Type.Object({
  filter: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'As in RFC 7644: `userName eq "ada" and active eq true`.' }),
  ),
  sortBy: Type.Optional(SortBy),
  sortOrder: Type.Optional(SortOrder),
  startIndex: Type.Optional(StartIndex),
  count: Type.Optional(Count),
  ...ScimProjectionQuery.properties,
})

const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })
/** The same question as a body. */
export const ScimSearchBody = Type.Object({
  schemas: Type.Optional(Schemas),
  filter: Type.Optional(LongText),
  sortBy: Type.Optional(SortBy),
  sortOrder: Type.Optional(SortOrder),
  startIndex: Type.Optional(StartIndex),
  count: Type.Optional(Count),
  attributes: Type.Optional(Names),
  excludedAttributes: Type.Optional(Names),
})

/** Names have no case, and what is not kept is ignored: the fields are read by hand. */
export const ScimUserBody = Type.Unsafe<unknown>({
  type: 'object',
  additionalProperties: true,
  description:
    'A User of RFC 7643. Kept are `userName`, `externalId`, `name.givenName`, `name.familyName`, one of `emails` and `active`; anything else is ignored, a password too.',
})
export const ScimGroupBody = Type.Unsafe<unknown>({
  type: 'object',
  additionalProperties: true,
  description: 'A Group of RFC 7643: `displayName`, `externalId` and `members`, by the `id` of Users.',
})

export const ScimPatchBody = Type.Object({
  schemas: Type.Optional(Schemas),
  Operations: Type.Array(Type.Unsafe<unknown>({ description: 'One of `{op, path, value}`.' }), {
    minItems: 1,
    maxItems: 1_000,
  }),
})

export const ScimId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })
export const ScimName = Type.Object({ name: Type.String({ maxLength: 200 }) })

/** A document that describes the service. */
export const ScimDocument = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** Every error of these routes. */
export const ScimError = Type.Object({
  schemas: Schemas,
  status: Type.String(),
  scimType: Type.Optional(Type.String()),
  detail: Type.String(),
})
