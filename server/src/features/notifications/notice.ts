import type { NotificationCategory, NotificationSeverity } from '@heddle/contract/notifications.ts'

/** The content of a notification. Title and body are plain text. */
export type Notice = {
  readonly category: NotificationCategory
  readonly severity: NotificationSeverity
  readonly title: string
  readonly body: string
  /** Relative path. */
  readonly link: string | null
}

/** Why users are notified: each user gets at most one notice per cause within the interval. */
export type Cause = { readonly key: string; readonly intervalMs: number }
