import { Type } from 'typebox'
import { Detail } from '@heddle/contract/common.ts'
import { WebhookHealth, WebhookReply } from '@heddle/contract/automation.ts'
import { admin, anyone } from '../../../kernel/access.ts'
import { documented, type Route, routes } from '../../../platform/http/route.ts'
import { SIGNATURE_HEADER } from './webhook-signature.ts'
import type { WebhooksService } from './webhooks.service.ts'

const WEBHOOKS = '/api/automation/webhooks/'

export function webhookRoutes(webhooks: Pick<WebhooksService, 'receive' | 'test'>): readonly Route[] {
  return routes('Automation webhooks', (route) => {
    route.post(
      `${WEBHOOKS}receiver/`,
      {
        access: anyone,
        summary: 'Report a job',
        otherReplies: { 401: documented(Detail, 'No signature, or not one of the webhook secret.') },
        refusal: 'No webhook secret is configured.',
        description:
          'For automation servers. The header `X-Automation-Webhook-Signature` holds the webhook secret, or `sha256=` and the HMAC-SHA256 of the body in hex. A body without an integer `id` is ignored.',
        reply: WebhookReply,
        status: 202,
        throttle: 'refusals',
        readsRawBody: true,
      },
      ({ request }) => {
        const signature = request.headers[SIGNATURE_HEADER]
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
        return webhooks.receive(typeof signature === 'string' ? signature : undefined, body)
      },
    )

    route.get(
      `${WEBHOOKS}health/`,
      {
        access: anyone,
        summary: 'Whether webhooks reach this service',
        description: 'For the automation server and monitors. No other service is contacted.',
        reply: WebhookHealth,
      },
      async () => ({
        status: 'ok' as const,
      }),
    )

    route.post(
      `${WEBHOOKS}test/`,
      {
        access: admin,
        summary: 'Send a synthetic event through the pipeline',
        description:
          'It is handled like a real report, but for a job that does not exist, so nothing changes. The log of the service shows its `event_id`.',
        body: Type.Object({}),
        reply: WebhookReply,
        status: 202,
      },
      () => webhooks.test(),
    )
  })
}
