import { SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import type { Events } from '../../platform/events/events.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { createLiveNotices } from './live-notices.ts'
import type { NotificationsService } from './notifications.service.ts'

type Dependencies = { readonly notifications: NotificationsService; readonly events: Events }

/** Streams the notifications of the user who opened it, for the whole session. */
export function notificationsChannel({ notifications, events }: Dependencies): SocketChannel {
  const live = createLiveNotices({ events, countUnreadOf: notifications.countUnreadOf })
  return {
    path: SOCKET_CHANNELS.notifications.path,
    open: async (subscriber) => ({ status: 'open', close: await live.open(subscriber) }),
  }
}
