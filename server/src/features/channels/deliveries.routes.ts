import { Delivery, DeliveryDetails, DeliveryListQuery } from '@heddle/contract/channels.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { ChannelsService } from './channels.service.ts'

const ONE = '/api/notifications/channels/deliveries/:id/'
const access = may('notifications.add_channel')
const REFUSAL = 'The deliveries of a group are for administrators.'

export function deliveryRoutes(channels: ChannelsService): readonly Route[] {
  return routes('Notifications', (route) => {
    route.get(
      '/api/notifications/channels/:id/deliveries/',
      {
        access,
        summary: 'List the deliveries of a channel',
        description: 'Newest first; those of 30 days.',
        refusal: REFUSAL,
        params: UuidParams,
        query: DeliveryListQuery,
        reply: PageReply(Delivery),
      },
      async ({ caller, params, query, url }) => {
        const page = pageRequest(query)
        return envelope(await channels.deliveries(caller, params.id, page), page, url)
      },
    )

    route.get(
      `${ONE}exchange/`,
      {
        access,
        summary: 'Read a delivery',
        description: 'With what is sent and the beginning of what the receiver answered.',
        refusal: REFUSAL,
        params: UuidParams,
        reply: DeliveryDetails,
      },
      async ({ caller, params }) => channels.delivery(caller, params.id),
    )

    route.post(
      `${ONE}replay/`,
      {
        access,
        summary: 'Send a delivery again',
        description: 'Under the same id, so that receivers can tell; with all attempts ahead of it.',
        refusal: REFUSAL,
        params: UuidParams,
        reply: Delivery,
        status: 202,
      },
      async ({ caller, params }) => channels.replay(caller, params.id),
    )
  })
}
