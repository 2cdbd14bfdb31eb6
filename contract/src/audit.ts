import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, Ordering, PageReply, PageQuery, Timestamp } from './common.ts'

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  category: Type.String(),
  action: Type.String({ description: '<noun>_<verb>, such as query_run.' }),
  username: Type.String({
    description: 'Who acted; kept when the account is deleted. For a failed login, the name entered.',
  }),
  user_id: Nullable(Type.Integer()),
  ip_address: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  description: Type.String(),
  target_type: Nullable(Type.String()),
  target_id: Nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  content_compressed: Type.Boolean({
    description: 'How it is stored; the content of an entry is always returned as it was recorded.',
  }),
  content_size_bytes: Type.Integer({ description: 'Size of the content before compression.' }),
  created_at: Timestamp,
})
export type AuditEntry = Static<typeof AuditEntry>

export const AuditEntryDetail = Type.Object({
  ...AuditEntry.properties,
  content: Type.Unknown({ description: 'What was sent or changed; null if there is none, text if it was truncated.' }),
})
export type AuditEntryDetail = Static<typeof AuditEntryDetail>

export const LoginAttemptReply = Type.Object({
  id: Type.Integer(),
  username: Type.String({ description: 'The name entered, even if there is no such account.' }),
  success: Type.Boolean(),
  failure_reason: Type.String(),
  ip_address: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  attempted_at: Timestamp,
})
export type LoginAttemptReply = Static<typeof LoginAttemptReply>

/** Ids have 64 bits here: a log outgrows 32. */
export const AuditEntryParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** The usual envelope, except that a long log is not counted to its end. */
export const EstimatedPage = <S extends TSchema>(item: S) =>
  Type.Object({
    ...PageReply(item).properties,
    count: Type.Integer({ description: 'Items on all pages, or an estimate when `count_is_exact` is false.' }),
    count_is_exact: Type.Boolean(),
  })

// Parsed by the feature and not by the schema, so that one response lists every invalid value.
const text = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))
const instant = (description: string) => text(`${description}, ISO 8601.`)

const AuditFilter = {
  category: text('An unknown value gives an empty list.'),
  action: text('An unknown value gives an empty list.'),
  user: text('Id of a user.'),
  username: text('Exact match.'),
  ip: text('Exact match.'),
  created_after: instant('At or after this time'),
  created_before: instant('At or before this time'),
  search: text('Part of the description, ignoring case.'),
  ordering: Ordering,
}
export const AuditLogExportQuery = Type.Object(AuditFilter)
export type AuditLogExportQuery = Static<typeof AuditLogExportQuery>
export const AuditLogListQuery = Type.Object({ ...PageQuery, ...AuditFilter })
export type AuditLogListQuery = Static<typeof AuditLogListQuery>

export const LoginAttemptListQuery = Type.Object({
  ...PageQuery,
  username: text('Exact match.'),
  success: text('true or false.'),
  ip: text('Exact match.'),
  attempted_after: instant('At or after this time'),
  attempted_before: instant('At or before this time'),
  ordering: Ordering,
})
export type LoginAttemptListQuery = Static<typeof LoginAttemptListQuery>

export const AUDIT_WINDOWS = ['24h', '7d', '30d'] as const
export type AuditWindow = (typeof AUDIT_WINDOWS)[number]
export const AuditStatsQuery = Type.Object({
  window: Type.Optional(Type.Enum([...AUDIT_WINDOWS], { description: 'Defaults to 24h.' })),
})
export const AuditStats = Type.Object({
  window: Type.Enum([...AUDIT_WINDOWS]),
  total: Type.Integer(),
  by_category: Type.Record(Type.String(), Type.Integer(), {
    description: 'Every category, including those without entries.',
  }),
  failed_logins: Type.Integer(),
  unique_actors: Type.Integer({ description: 'Distinct usernames.' }),
})
export type AuditStats = Static<typeof AuditStats>

export const AuditStream = Type.Object({
  target: Type.Enum(['syslog', 'otlp']),
  address: Type.String({ description: 'Host and port of the collector.' }),
  state: Type.Enum(['ok', 'failing', 'held', 'starting'], {
    description:
      '`failing`: the collector takes nothing at present. `held`: a transaction that is open for long keeps records waiting. `starting`: no process that works has seen it yet.',
  }),
  failing_since: Nullable(Timestamp),
  last_sent_at: Nullable(Timestamp),
  last_error: Nullable(Type.String({ description: 'Why the newest attempt failed; null once one has succeeded.' })),
  lag_seconds: Type.Integer({ description: 'Age of the oldest row that waits.' }),
  waiting: Type.Integer({ description: 'Rows that wait; up to a hundred findings are one.' }),
  waiting_is_exact: Type.Boolean({ description: 'False when there are more than were counted.' }),
  sent: Type.Integer({ description: 'Records that the collector has taken.' }),
  refused: Type.Integer({ description: 'Records that the collector refused for good.' }),
  lost: Type.Integer({ description: 'Rows that were deleted before the collector had taken them.' }),
})
export type AuditStream = Static<typeof AuditStream>
export const AuditStreams = Type.Object({ targets: Type.Array(AuditStream) })

export const LONGEST_RETENTION_DAYS = 3650
export const LARGEST_AUDIT_CONTENT_BYTES = 104_857_600

const days = Type.Integer({ minimum: 1, maximum: LONGEST_RETENTION_DAYS })
const bytes = Type.Integer({ minimum: 0, maximum: LARGEST_AUDIT_CONTENT_BYTES })
const ofEach = <S extends TSchema>(names: readonly string[], value: S) =>
  Object.fromEntries(names.map((name) => [name, value]))
const CLOSED = { additionalProperties: false }

/** Settings of the log, keyed by its groups and categories. */
export const auditSettings = (groups: readonly string[], categories: readonly string[]) =>
  Type.Object({
    groups: Type.Object(ofEach(groups, Type.Boolean())),
    retention_days: Type.Object(ofEach(categories, days)),
    content_max_bytes: bytes,
    compress_threshold_bytes: bytes,
  })

/** Any part of the settings; an unknown key is an error, because it would change nothing. */
export const auditSettingsPatch = (groups: readonly string[], categories: readonly string[]) =>
  Type.Object({
    groups: Type.Optional(Type.Object(ofEach(groups, Type.Optional(Type.Boolean())), CLOSED)),
    retention_days: Type.Optional(Type.Object(ofEach(categories, Type.Optional(days)), CLOSED)),
    content_max_bytes: Type.Optional(bytes),
    compress_threshold_bytes: Type.Optional(bytes),
  })
export type AuditSettingsPatch = {
  readonly groups?: Readonly<Record<string, boolean | undefined>>
  readonly retention_days?: Readonly<Record<string, number | undefined>>
  readonly content_max_bytes?: number
  readonly compress_threshold_bytes?: number
}
