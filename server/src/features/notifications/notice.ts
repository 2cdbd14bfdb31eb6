import type { NotificationCategory, NotificationSeverity } from '@heddle/contract/notifications.ts'

/** What users are told. Title and body are plain text. */
export type Notice = {
  readonly category: NotificationCategory
  readonly severity: NotificationSeverity
  readonly title: string
  readonly body: string
  /** Relative path. */
  readonly link: string | null
}

/** Why users are told: of the same cause each of them is told at most once in the interval. */
export type Cause = { readonly key: string; readonly intervalMs: number }
