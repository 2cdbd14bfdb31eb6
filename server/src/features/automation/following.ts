import type { Platform } from '../../platform/feature.ts'
import type { Upkeep } from '../../platform/jobs/upkeep.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import type { Hints } from '../../platform/work/hints.ts'
import type { Audit } from '../audit/index.ts'
import { executionChannel } from './channels/execution.channel.ts'
import { listenForHints } from './channels/listen-for-hints.ts'
import { requestChannel } from './channels/request.channel.ts'
import type { OutputService } from './output/output.service.ts'
import type { SeenRequests } from './requests/require-seen.ts'
import type { JobReports } from './webhooks/apply-event.ts'
import { createWebhooksService, type WebhooksService } from './webhooks/webhooks.service.ts'

type Dependencies = {
  readonly audit: Audit
  readonly requests: SeenRequests
  readonly reports: JobReports
  readonly output: OutputService
  /** Wakes the channels, and those that wait for an output. */
  readonly hints: Hints
  /** Observes the seconds from the arrival of a webhook to the applied state. */
  readonly webhookSeconds?: { readonly observe: (seconds: number) => void }
}

export type JobFollowing = {
  readonly output: OutputService
  readonly webhooks: WebhooksService
  readonly channels: () => readonly SocketChannel[]
  readonly upkeep: () => readonly Upkeep[]
  readonly listen: () => void
}

/** How people and the automation server follow a job: its output, the channels, and webhooks. */
export function createFollowing(platform: Platform, dependencies: Dependencies): JobFollowing {
  const { events, config } = platform
  const { audit, reports, output, hints, webhookSeconds: delays } = dependencies
  const secret = config.automation.webhookSecret?.reveal()
  const webhooks = createWebhooksService({ ...platform, reports, delays, audit, secret })
  const followed = { ...platform, requests: dependencies.requests, hints }
  return {
    output,
    webhooks,
    channels: () => [requestChannel(followed), executionChannel(followed)],
    upkeep: () => [
      { name: 'sweep-automation-webhooks', cron: '* * * * *', work: webhooks.sweep },
      { name: 'delete-old-automation-webhooks', cron: '50 * * * *', work: webhooks.deleteOld },
    ],
    listen: () => {
      listenForHints(events, hints)
      webhooks.registerJobs()
    },
  }
}
