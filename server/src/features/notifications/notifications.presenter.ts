import type { Notification } from '@heddle/contract/notifications.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { NotificationRow } from './notifications.store.ts'

/** Row to wire shape. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    category: row.category,
    severity: row.severity,
    title: row.title,
    body: row.body,
    link: row.link,
    read_at: timestamp(row.readAt),
    created_at: timestamp(row.createdAt),
  }
}
