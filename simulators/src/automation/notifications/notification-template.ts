import type { JobEvent } from '../model/task-manager.ts'

export type NotificationTemplateOptions = {
  readonly name?: string
  readonly url: string
  readonly method?: 'POST' | 'PUT'
  /** Static: this server can sign nothing. */
  readonly headers?: Readonly<Record<string, string>>
  readonly username?: string
  readonly password?: string
  /** Custom bodies; anything but a JSON object is sent as `{}`. */
  readonly bodies?: Partial<Readonly<Record<JobEvent, string>>>
  /** Attached to every job template for these events; all of them by default. */
  readonly events?: readonly JobEvent[]
}

export type NotificationTemplate = Required<Omit<NotificationTemplateOptions, 'events'>> & { readonly id: number }

export type SentNotification = {
  readonly id: number
  readonly templateId: number
  /** Undefined for a test. */
  readonly jobId: number | undefined
  readonly event: JobEvent | 'test'
  readonly body: string
  /** `lost` never left; nothing is tried a second time. */
  status: 'pending' | 'successful' | 'failed' | 'lost'
  httpStatus: number | undefined
  error: string
}
