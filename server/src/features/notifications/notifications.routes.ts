import { Type } from 'typebox'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import {
  MarkAllReadReply,
  Notification,
  NotificationListQuery,
  NotificationPreferences,
  NotificationPreferencesPatch,
  UnreadCountReply,
} from '@heddle/contract/notifications.ts'
import { signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentNotification } from './notifications.presenter.ts'
import type { NotificationsService } from './notifications.service.ts'

const COLLECTION = '/api/notifications/notifications/'
const PREFERENCES = '/api/notifications/preferences/'

export function notificationRoutes(notifications: NotificationsService): readonly Route[] {
  return routes('Notifications', (route) => {
    route.get(
      COLLECTION,
      {
        access: signedIn,
        summary: 'List your notifications, newest first',
        description: 'Filtered by state, category and severity. Deleted ones are not listed.',
        query: NotificationListQuery,
        reply: PageReply(Notification),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const found = await notifications.list(caller, query, page)
        return envelope({ count: found.count, items: found.items.map(presentNotification) }, page, url)
      },
    )

    route.get(
      `${COLLECTION}unread_count/`,
      {
        access: signedIn,
        summary: 'Count your unread notifications',
        description: 'For a badge. The channel /ws/notifications/ announces every change of it.',
        reply: UnreadCountReply,
      },
      async ({ caller }) => ({ count: await notifications.countUnread(caller.id) }),
    )

    route.post(
      `${COLLECTION}mark_all_read/`,
      {
        access: signedIn,
        summary: 'Mark all your notifications as read',
        description: 'Answers how many were unread. Your open sockets are notified.',
        reply: MarkAllReadReply,
      },
      async ({ caller }) => notifications.markAllRead(caller),
    )

    route.post(
      `${COLLECTION}:id/mark_read/`,
      {
        access: signedIn,
        summary: 'Mark a notification as read',
        description: 'Idempotent: the first call’s time is kept. Your open sockets are notified.',
        params: UuidParams,
        reply: Notification,
      },
      async ({ caller, params }) => presentNotification(await notifications.markRead(caller, params.id)),
    )

    route.delete(
      `${COLLECTION}:id/`,
      {
        access: signedIn,
        summary: 'Delete a notification',
        description: 'Hidden at once, and deleted for good after 30 days.',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => notifications.remove(caller, params.id),
    )

    route.get(
      PREFERENCES,
      {
        access: signedIn,
        summary: 'Read your notification preferences',
        description:
          'With the defaults where you have set nothing yet. Quiet hours are in the time zone of your preferences.',
        reply: NotificationPreferences,
      },
      async ({ caller }) => notifications.preferences(caller),
    )

    route.patch(
      PREFERENCES,
      {
        access: signedIn,
        summary: 'Change your notification preferences',
        description: 'Merged per key, including the categories.',
        body: NotificationPreferencesPatch,
        reply: NotificationPreferences,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => notifications.changePreferences(caller, body, faults),
    )
  })
}
