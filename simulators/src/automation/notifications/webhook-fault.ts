import { RuleBook, type Timing } from '../../shared/rule-book.ts'
import type { SentNotification } from './notification-template.ts'

/** What happens to a notification on its way. */
export type WebhookEffect =
  | { readonly kind: 'lose' }
  | { readonly kind: 'double' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Arrives after the next notification of the same job. */
  | { readonly kind: 'reorder' }

export type WebhookFaultRule = WebhookEffect &
  Timing & { readonly event?: SentNotification['event']; readonly jobId?: number }

export type WebhookFaults = RuleBook<WebhookFaultRule, SentNotification>

export function newWebhookFaults(): WebhookFaults {
  return new RuleBook<WebhookFaultRule, SentNotification>(
    ({ event, jobId }, sent) =>
      (event === undefined || event === sent.event) && (jobId === undefined || jobId === sent.jobId),
  )
}
