import { Type } from 'typebox'
import {
  Channel,
  ChannelCreate,
  ChannelListQuery,
  ChannelPatch,
  ChannelTestReply,
  ChannelWithSecret,
  MuteBody,
  RotateReply,
  UnmuteQuery,
} from '@heddle/contract/channels.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { timestamp } from '../../kernel/instants.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, type RouteDefiner, routes } from '../../platform/http/route.ts'
import { editedChannelParts } from './channels.presenter.ts'
import type { ChannelsService } from './channels.service.ts'
import { deliveryRoutes } from './deliveries.routes.ts'

const COLLECTION = '/api/notifications/channels/'
const ONE = `${COLLECTION}:id/`
const access = may('notifications.add_channel')
const REFUSAL = 'The channel of a group is for administrators to change; its members see and mute it.'

export function channelRoutes(channels: ChannelsService): readonly Route[] {
  return [
    ...routes('Notifications', (route) => {
      collectionRoutes(route, channels)
      oneRoutes(route, channels)
      actionRoutes(route, channels)
    }),
    ...deliveryRoutes(channels),
  ]
}

function collectionRoutes(route: RouteDefiner, channels: ChannelsService): void {
  route.get(
    COLLECTION,
    {
      access,
      summary: 'List channels',
      description: 'Your own, those of your groups, and for administrators those of all groups; oldest first.',
      query: ChannelListQuery,
      reply: PageReply(Channel),
    },
    async ({ caller, query, url }) => {
      const page = pageRequest(query)
      return envelope(await channels.list(caller, page), page, url)
    },
  )

  route.post(
    COLLECTION,
    {
      access,
      summary: 'Create a channel',
      description:
        'Yours, or with `group` that of a group. A webhook without `secret` gets one, which this answer alone shows.',
      refusal: 'Only administrators create the channel of a group.',
      body: ChannelCreate,
      reply: ChannelWithSecret,
      editedParts: editedChannelParts,
      status: 201,
    },
    async ({ caller, body }) => channels.create(caller, body),
  )
}

function oneRoutes(route: RouteDefiner, channels: ChannelsService): void {
  const params = UuidParams
  route.get(
    ONE,
    {
      access,
      summary: 'Read a channel',
      description: 'Its target is masked; its secret is shown nowhere.',
      params,
      reply: Channel,
      editedParts: editedChannelParts,
    },
    async ({ caller, params: { id } }) => channels.get(caller, id),
  )

  route.patch(
    ONE,
    {
      access,
      summary: 'Change a channel',
      description:
        'A new target of a PagerDuty channel takes its key again. Disabling it drops what waits; enabling one that its receiver disabled tries it again.',
      refusal: REFUSAL,
      honorsIfMatch: true,
      params,
      body: ChannelPatch,
      reply: Channel,
      editedParts: editedChannelParts,
    },
    async ({ caller, params: { id }, body, ifMatch }) => channels.change(caller, id, { body, ifMatch }),
  )

  route.delete(
    ONE,
    {
      access,
      summary: 'Delete a channel',
      description: 'With its deliveries, those that wait included.',
      refusal: REFUSAL,
      params,
      reply: Type.Null(),
      status: 204,
    },
    async ({ caller, params: { id } }) => channels.remove(caller, id),
  )
}

function actionRoutes(route: RouteDefiner, channels: ChannelsService): void {
  const params = UuidParams
  route.post(
    `${ONE}test/`,
    {
      access,
      summary: 'Test a channel',
      description:
        'Sends a message of type `test` at once, and once only. What a private address answers is for administrators.',
      refusal: REFUSAL,
      throttle: 'sensitive',
      params,
      reply: ChannelTestReply,
    },
    async ({ caller, params: { id }, signal }) => channels.test(caller, id, signal),
  )

  route.post(
    `${ONE}rotate/`,
    {
      access,
      summary: 'Rotate the secret of a webhook',
      description: 'The one before signs beside the new one for 24 hours. 400 for a channel of another type.',
      refusal: REFUSAL,
      params,
      reply: RotateReply,
    },
    async ({ caller, params: { id } }) => {
      const { secret, previousUntil } = await channels.rotate(caller, id)
      return { secret, previous_until: timestamp(previousUntil) }
    },
  )

  route.post(
    `${ONE}mute/`,
    {
      access,
      summary: 'Mute a channel',
      description:
        'For one saved query, or for all that the channel takes; `until_passed` names a query. What happens meanwhile is not sent later, but the end of a trouble is.',
      params,
      body: MuteBody,
      reply: Channel,
    },
    async ({ caller, params: { id }, body }) => channels.mute(caller, id, body),
  )

  route.delete(
    `${ONE}mute/`,
    {
      access,
      summary: 'End a mute',
      description: 'That of the saved query, or without one that of the whole channel.',
      params,
      query: UnmuteQuery,
      reply: Type.Null(),
      status: 204,
    },
    async ({ caller, params: { id }, query }) => channels.unmute(caller, id, query.saved_query),
  )
}
