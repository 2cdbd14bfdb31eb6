import { type Static, Type } from 'typebox'
import { Profile } from './auth.ts'
import { Email, IntegerParams, Nullable, PageQuery, Timestamp, Uuid } from './common.ts'

export { IntegerParams as UserParams }

export const USERNAME_PATTERN = '^[^\\s\\p{Cc}]+$'
export const LONGEST_USERNAME = 150
const Username = Type.String({
  minLength: 1,
  maxLength: LONGEST_USERNAME,
  pattern: USERNAME_PATTERN,
  'x-expected': 'text without spaces or control characters',
})
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Ids = Type.Array(Id, { maxItems: 1000 })
const Name = Type.String({ maxLength: 150 })
const Password = Type.String({ minLength: 1, maxLength: 4096 })

/** What a provisioning client (SCIM) has to do with an account or a group; null: nothing. */
export const ScimLink = Nullable(
  Type.Object({
    origin: Type.String({
      enum: ['created', 'linked'],
      description: 'Whether the client created it, or has changed one that was here.',
    }),
    external_id: Nullable(Type.String({ description: 'What the client calls it.' })),
  }),
)

/** A user as seen by administrators: the profile, with fields that only they see. */
export const ManagedUser = Type.Object({
  ...Profile.properties,
  is_active: Type.Boolean(),
  groups: Type.Array(Type.Integer()),
  permissions: Type.Array(Type.String(), { description: 'Granted directly, in addition to those of groups.' }),
  auth_source: Type.String({ enum: ['local', 'directory', 'provider'] }),
  scim: ScimLink,
  updated_at: Timestamp,
})
export type ManagedUser = Static<typeof ManagedUser>

export const UserListQuery = Type.Object({
  ...PageQuery,
  is_active: Type.Optional(Type.Boolean()),
  is_superuser: Type.Optional(Type.Boolean()),
  group: Type.Optional(Id),
  permission: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Who holds it: through a group, directly, or as a superuser. One that does not exist is held by nobody.',
    }),
  ),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the username, e-mail address or names.' })),
  ordering: Type.Optional(Type.String()),
})
export const USER_ORDERS = ['id', 'username', 'email', 'date_joined', 'last_login'] as const

export const UserCreate = Type.Object({
  username: Username,
  email: Email,
  password: Type.Optional(Password),
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
  is_active: Type.Optional(Type.Boolean()),
  groups: Type.Optional(Ids),
  is_superuser: Type.Optional(Type.Boolean({ description: 'Superusers only.' })),
})
export type UserCreate = Static<typeof UserCreate>

/** The username is immutable; if sent, it is ignored like every read-only field. */
export const UserPatch = Type.Object({
  email: Type.Optional(Email),
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
  is_active: Type.Optional(Type.Boolean()),
  groups: Type.Optional(Ids),
  is_superuser: Type.Optional(Type.Boolean()),
})
export type UserPatch = Static<typeof UserPatch>

export const SessionOfUserParams = Type.Object({ ...IntegerParams.properties, session: Uuid })

export const ResetPasswordBody = Type.Object({ new_password: Type.Optional(Password) })
export const ResetCodeReply = Type.Object({ code: Type.String(), expires_at: Timestamp })
export type ResetCode = Static<typeof ResetCodeReply>

export const PermissionsBody = Type.Object({
  permissions: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 500 }),
})
export const EffectivePermissions = Type.Object({
  permissions: Type.Array(Type.String()),
  groups: Type.Array(Type.String()),
  is_superuser: Type.Boolean(),
})
export type EffectivePermissions = Static<typeof EffectivePermissions>

export const QuotaBody = Type.Object({
  ai_analysis_daily: Nullable(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Null means no limit.' }),
  ),
  queries_max: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  can_use_ai_builder: Type.Boolean(),
})

const RoleTemplate = Type.String({ enum: ['administrator', 'operator', 'editor', 'viewer'] })
const GroupName = Type.String({ minLength: 1, maxLength: 150, pattern: '\\S' })

export const GroupReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  role_template: Nullable(Type.String()),
  member_count: Type.Integer(),
  permissions: Type.Array(Type.String()),
  quota: QuotaBody,
  scim: ScimLink,
})
export type GroupReply = Static<typeof GroupReply>

export const GroupListQuery = Type.Object({
  ...PageQuery,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ordering: Type.Optional(Type.String()),
})
export const GROUP_ORDERS = ['id', 'name'] as const
export const GroupCreate = Type.Object({ name: GroupName, role_template: Type.Optional(Nullable(RoleTemplate)) })
export type GroupCreate = Static<typeof GroupCreate>
export const GroupPatch = Type.Object({
  name: Type.Optional(GroupName),
  permissions: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })),
  quota: Type.Optional(Type.Partial(QuotaBody)),
})
export type GroupPatch = Static<typeof GroupPatch>
export const GroupClone = Type.Object({ name: GroupName })
export const MembersBody = Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) })

export const PermissionList = Type.Array(Type.Object({ codename: Type.String(), name: Type.String() }))
