import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp, Uuid } from './common.ts'

export const NOTIFICATION_CATEGORIES = ['scheduled_task', 'automation_execution', 'snapshot', 'system'] as const
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number]

export const NOTIFICATION_SEVERITIES = ['info', 'warning', 'error'] as const
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number]

const category = Type.Enum([...NOTIFICATION_CATEGORIES])
const severity = Type.Enum([...NOTIFICATION_SEVERITIES])

export const Notification = Type.Object({
  id: Uuid,
  category,
  severity,
  title: Type.String(),
  body: Type.String(),
  link: Nullable(Type.String({ description: 'Relative path.' })),
  read_at: Nullable(Timestamp),
  created_at: Timestamp,
})
export type Notification = Static<typeof Notification>

export const NotificationListQuery = Type.Object({
  ...PageQuery,
  unread: Type.Optional(Type.Boolean({ description: '`true`: only unread ones, `false`: only read ones.' })),
  category: Type.Optional(category),
  severity: Type.Optional(severity),
})

export const MarkAllReadReply = Type.Object({ updated: Type.Integer({ description: 'How many were unread.' }) })
export const UnreadCountReply = Type.Object({ count: Type.Integer() })

const Ways = Type.Object({ in_app: Type.Boolean(), email: Type.Boolean() })
const QUIET_HOURS = "24-hour time `HH:MM` in the user's time zone; set both or neither."

export const NotificationPreferences = Type.Object({
  in_app_enabled: Type.Boolean(),
  email_enabled: Type.Boolean(),
  categories: Type.Object({ scheduled_task: Ways, automation_execution: Ways, snapshot: Ways, system: Ways }),
  quiet_hours_start: Nullable(Type.String({ description: QUIET_HOURS })),
  quiet_hours_end: Nullable(Type.String({ description: QUIET_HOURS })),
  digest_enabled: Type.Boolean(),
})
export type NotificationPreferences = Static<typeof NotificationPreferences>

const WaysPatch = Type.Optional(Type.Partial(Ways))
const TimePatch = Type.Optional(
  Nullable(Type.String({ format: 'hours', description: `${QUIET_HOURS} Null clears it.` })),
)

/** Merged per key, including the categories. */
export const NotificationPreferencesPatch = Type.Object({
  in_app_enabled: Type.Optional(Type.Boolean()),
  email_enabled: Type.Optional(Type.Boolean()),
  categories: Type.Optional(
    Type.Object(
      { scheduled_task: WaysPatch, automation_execution: WaysPatch, snapshot: WaysPatch, system: WaysPatch },
      { additionalProperties: false },
    ),
  ),
  quiet_hours_start: TimePatch,
  quiet_hours_end: TimePatch,
  digest_enabled: Type.Optional(Type.Boolean()),
})
export type NotificationPreferencesPatch = Static<typeof NotificationPreferencesPatch>
