import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from './common.ts'

export const LoginBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 150 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
})

export const LoginUser = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  is_admin: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
})

export const LoginReply = Type.Object({ access: Type.String(), refresh: Type.String(), user: LoginUser })
export type LoginReply = Static<typeof LoginReply>

export const RefreshBody = Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 4096 }) })
export const RefreshReply = Type.Object({ access: Type.String() })

export const TicketReply = Type.Object({ ticket: Type.String(), expires_in: Type.Integer({ description: 'Seconds.' }) })

export const HealthReply = Type.Object({ status: Type.String({ enum: ['ok'] }) })

export const Preferences = Type.Object({
  timezone: Type.String(),
  date_format: Type.String(),
  time_format: Type.String(),
  theme: Type.String(),
  class_browser_sections: Type.Record(Type.String(), Type.Boolean()),
})
export type Preferences = Static<typeof Preferences>

export const Profile = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  group_names: Type.Array(Type.String()),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  email_verified: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  query_count: Type.Integer(),
  favorite_count: Type.Integer(),
  date_joined: Timestamp,
  last_login: Nullable(Timestamp),
  preferences: Preferences,
})
export type Profile = Static<typeof Profile>

/** The username is immutable; sent back, it is ignored like every read-only field. */
export const ProfilePatch = Type.Object({
  first_name: Type.Optional(Type.String({ maxLength: 150 })),
  last_name: Type.Optional(Type.String({ maxLength: 150 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
})
export type ProfilePatch = Static<typeof ProfilePatch>
