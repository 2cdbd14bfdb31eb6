import { Type } from 'typebox'
import { NOTIFICATION_CATEGORIES, NOTIFICATION_SEVERITIES } from '@heddle/contract/notifications.ts'
import { Nullable } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

const UserId = Type.Integer()

/** Notifications were created from one notice. Published after the transaction, for the sockets of every process. */
export const notificationsCreated = defineEvent(
  'notifications.created',
  Type.Object({
    category: Type.Enum([...NOTIFICATION_CATEGORIES]),
    severity: Type.Enum([...NOTIFICATION_SEVERITIES]),
    title: Type.String(),
    body: Type.String(),
    link: Nullable(Type.String()),
    /** One notification per user. */
    made: Type.Array(Type.Object({ id: Type.String(), user_id: UserId })),
  }),
)

/** The unread count of a user has dropped; `read_ids` are those marked as read, only the newest if there are many. */
export const unreadChanged = defineEvent(
  'notifications.unread_changed',
  Type.Object({ user_id: UserId, read_ids: Type.Array(Type.String()) }),
)
