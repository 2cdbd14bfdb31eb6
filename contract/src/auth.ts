import { type Static, Type } from 'typebox'
import { Email, LONGEST_EMAIL, Nullable, Timestamp, Uuid } from './common.ts'

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

export const LoginReply = Type.Object({
  access: Type.String(),
  refresh: Type.Optional(Type.String({ description: 'Missing with `X-Heddle-Web: 1`: it is in a cookie then.' })),
  user: LoginUser,
})
export type LoginReply = Static<typeof LoginReply>

/** The response to the password of an account with a second factor: 202. */
export const MfaRequiredReply = Type.Object({ mfa_required: Type.Boolean(), mfa_token: Type.String() })

export const MfaLoginBody = Type.Object({
  mfa_token: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.String({
    minLength: 1,
    maxLength: 50,
    description: 'Six digits of the authenticator, or a backup code XXXX-XXXX.',
  }),
})

export const RefreshBody = Type.Object({
  refresh: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Required, unless a browser sends the cookie.' }),
  ),
  rotate: Type.Optional(Type.Boolean({ description: 'Also replace the refresh token.' })),
})
export const RefreshReply = Type.Object({
  access: Type.String(),
  refresh: Type.Optional(Type.String({ description: 'Only with `rotate`.' })),
})
export type RefreshReply = Static<typeof RefreshReply>

export const LogoutBody = Type.Object({ all: Type.Optional(Type.Boolean({ description: 'Every session of yours.' })) })

/** A session that has not ended. */
export const OpenSession = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  last_used_at: Timestamp,
  ip_address: Nullable(Type.String({ description: 'Where its user signed in.' })),
  user_agent: Nullable(Type.String()),
  current: Type.Boolean({ description: 'The session of this request.' }),
})
export type OpenSession = Static<typeof OpenSession>

export const TicketReply = Type.Object({ ticket: Type.String(), expires_in: Type.Integer({ description: 'Seconds.' }) })

/** The response of actions without a result. */
export const OkReply = Type.Object({ status: Type.String({ enum: ['ok'] }) })

export const SESSION_TIMEOUTS = [0, 15, 30, 60, 120, 240, 480] as const
export const SessionTimeoutBody = Type.Object({
  minutes: Type.Integer({ enum: [...SESSION_TIMEOUTS], description: 'Idle limit; 0 means never.' }),
})
export const SessionTimeoutReply = Type.Object({ minutes: Type.Integer() })

const NewPassword = Type.String({ minLength: 1, maxLength: 4096 })
const OwnPassword = Type.String({ minLength: 1, maxLength: 1024 })

export const PasswordChangeBody = Type.Object({ old_password: OwnPassword, new_password: NewPassword })
export const PasswordResetBody = Type.Object({ email: Type.String({ minLength: 1, maxLength: LONGEST_EMAIL }) })
export const PasswordResetConfirmBody = Type.Object({
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: '`<uidb64>:<token>` from a mailed link.' }),
  ),
  code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'One-time code from an administrator, XXXX-XXXX.' }),
  ),
  new_password: NewPassword,
})
export type PasswordResetConfirmBody = Static<typeof PasswordResetConfirmBody>

export const TakeBackEmailBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 500, description: 'From the link in the mail to the former address.' }),
})

export const VerifyEmailQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 500 })) })

export const MfaSetupBody = Type.Object({ password: Type.Optional(OwnPassword) })
export const MfaSetupReply = Type.Object({
  secret: Type.String(),
  qr_code_svg: Type.String(),
  otpauth_url: Type.String(),
})
export type MfaSetup = Static<typeof MfaSetupReply>

export const MfaVerifyBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 50 }) })
export const MfaEnabledReply = Type.Object({ enabled: Type.Boolean(), backup_codes: Type.Array(Type.String()) })
export const MfaStatusReply = Type.Object({ enabled: Type.Boolean(), backup_codes_remaining: Type.Integer() })
export const PasswordBody = Type.Object({ password: OwnPassword })
export const BackupCodesReply = Type.Object({ backup_codes: Type.Array(Type.String()) })
export const MfaDisabledReply = Type.Object({ enabled: Type.Boolean() })

export const QuotaUsageReply = Type.Object({
  quota: Type.Object({
    ai_analysis_daily: Nullable(Type.Integer({ description: 'Null means no limit.' })),
    queries_max: Nullable(Type.Integer()),
    can_use_ai_builder: Type.Boolean(),
  }),
  usage: Type.Object({ ai_analysis_today: Type.Integer(), queries_total: Type.Integer() }),
})

export const StatsReply = Type.Object({
  queries_run: Type.Integer(),
  active_schedules: Type.Integer(),
  unread_notifications: Type.Integer(),
})

export const HealthReply = Type.Object({ status: Type.String({ enum: ['ok'] }) })

export const Preferences = Type.Object({
  timezone: Type.String(),
  date_format: Type.String(),
  time_format: Type.String(),
  theme: Type.String(),
  class_browser_sections: Type.Record(Type.String(), Type.Boolean()),
  ui: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'What the web UI keeps. Shown to its user only.' }),
  ),
})
export type Preferences = Static<typeof Preferences>

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
export const TIME_FORMATS = ['12h', '24h'] as const
export const THEMES = ['light', 'dark', 'system'] as const

/** Merged per key, including the sections of the class browser and the keys of `ui`. */
export const PreferencesPatch = Type.Object({
  timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'IANA time zone.' })),
  date_format: Type.Optional(Type.String({ enum: [...DATE_FORMATS] })),
  time_format: Type.Optional(Type.String({ enum: [...TIME_FORMATS] })),
  theme: Type.Optional(Type.String({ enum: [...THEMES] })),
  class_browser_sections: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Boolean(), { maxProperties: 200 }),
  ),
  ui: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Null removes a key. At most 64 kB of JSON in all.',
    }),
  ),
})
export type PreferencesPatch = Static<typeof PreferencesPatch>

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

/** A user's own: with what the caller may do, so that a client offers nothing that would be refused or has to wait. */
export const OwnProfile = Type.Object({
  ...Profile.properties,
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  permissions: Type.Array(Type.String(), {
    description: 'What the caller may do, as codenames: all of them for superusers; for an API token, what it may.',
  }),
  manages_workspace: Type.Boolean({
    description: 'Whether the caller may change and delete what others created: administrators and operators.',
  }),
  paused_since: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'Null unless this is a restored copy, in which runs, schedules, mails and launches wait until an operator resumes it.',
    }),
  ),
})
export type OwnProfile = Static<typeof OwnProfile>

/** The username is immutable; if sent, it is ignored like every read-only field. */
export const ProfilePatch = Type.Object({
  first_name: Type.Optional(Type.String({ maxLength: 150 })),
  last_name: Type.Optional(Type.String({ maxLength: 150 })),
  email: Type.Optional(Email),
})
export type ProfilePatch = Static<typeof ProfilePatch>
