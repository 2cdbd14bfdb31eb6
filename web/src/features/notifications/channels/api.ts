import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'

/** Everything about channels is under it. */
export const CHANNELS_KEY = ['notifications', 'channels'] as const
export const CHANNELS_PER_PAGE = 50
export const DELIVERIES_PER_PAGE = 20

export const channelList = (heddle: Heddle, page: number) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'list', page],
    queryFn: ({ signal }) => heddle.notifications.channels.list({ page, page_size: CHANNELS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

export const oneChannel = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'one', id],
    queryFn: ({ signal }) => heddle.notifications.channels.get(id, { signal }),
  })

export const deliveryList = (heddle: Heddle, id: string, page: number) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'deliveries', id, page],
    queryFn: ({ signal }) =>
      heddle.notifications.channels.deliveries.list(id, { page, page_size: DELIVERIES_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

export const oneDelivery = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'delivery', id],
    queryFn: ({ signal }) => heddle.notifications.channels.deliveries.exchange(id, { signal }),
  })

/** For administrators: whose channels there may be. */
export const groupChoices = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'groups'],
    queryFn: ({ signal }) => Array.fromAsync(heddle.auth.groups.all({ page_size: 200, ordering: 'id' }, { signal })),
  })
