import type { Platform } from '../../platform/feature.ts'
import { createHints } from '../../platform/work/hints.ts'
import type { Audit } from '../audit/index.ts'
import { executionChannel } from './channels/execution.channel.ts'
import { listenForHints } from './channels/listen-for-hints.ts'
import { requestChannel } from './channels/request.channel.ts'
import { createOutputService, type SeenRequests } from './output/output.service.ts'
import type { JobReports } from './webhooks/apply-event.ts'
import { createWebhooksService } from './webhooks/webhooks.service.ts'

type Dependencies = {
  readonly audit: Audit
  readonly requests: SeenRequests
  readonly reports: JobReports
  /** Observes the seconds from the arrival of a webhook to the applied state. */
  readonly webhookSeconds?: { readonly observe: (seconds: number) => void }
}

export type Following = ReturnType<typeof createFollowing>

/** How people and the automation server follow a job: its output, the channels, and webhooks. */
export function createFollowing(
  platform: Platform,
  { audit, requests, reports, webhookSeconds: delays }: Dependencies,
) {
  const { database, events, jobs, config, clock, logger } = platform
  const hints = createHints()
  const output = createOutputService({ database, events, hints, requests, clock, logger })
  const secret = config.automation.webhookSecret?.reveal()
  const webhooks = createWebhooksService({ database, jobs, events, reports, delays, audit, secret, clock, logger })
  const followed = { database, requests, events, hints, clock, logger }
  return {
    output,
    webhooks,
    channels: () => [requestChannel(followed), executionChannel(followed)],
    upkeep: () => [
      { name: 'sweep-automation-webhooks', cron: '* * * * *', work: webhooks.sweep },
      { name: 'delete-old-automation-webhooks', cron: '50 * * * *', work: webhooks.deleteOld },
    ],
    listen: (): void => {
      listenForHints(events, hints)
      webhooks.registerJobs()
    },
  }
}
