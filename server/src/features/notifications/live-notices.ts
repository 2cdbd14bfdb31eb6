import type { Static } from 'typebox'
import type { NotificationFrame } from '@heddle/contract/socket-frames.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Subscriber, Unstamped } from '../../platform/realtime/channel.ts'
import { notificationsCreated, unreadChanged } from './notifications.events.ts'
import { collectCounts } from './unread-counts.ts'

type Dependencies = {
  readonly events: Events
  readonly countUnreadOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
}
type Frame = Unstamped<NotificationFrame>
/** A socket; frames are held back until it has received its first count. */
type Listener = { readonly subscriber: Subscriber; heldBack: Frame[] | undefined }

export type LiveNotices = { readonly open: (subscriber: Subscriber) => Promise<() => void> }

/**
 * The open sockets of this process. One subscription receives notification events of every process and forwards them to
 * the sockets of the users concerned.
 */
export function createLiveNotices({ events, countUnreadOf }: Dependencies): LiveNotices {
  const listeners = new Map<number, Set<Listener>>()
  const countOf = collectCounts(countUnreadOf)

  const send = (userId: number, frame: Frame): void => {
    for (const listener of listeners.get(userId) ?? []) {
      if (listener.heldBack) listener.heldBack.push(frame)
      else listener.subscriber.send(frame)
    }
  }
  const sendCount = async (userId: number): Promise<void> => send(userId, unreadCount(await countOf(userId)))

  events.on(notificationsCreated, async ({ made, ...notice }) => {
    const heard = made.filter(({ user_id }) => listeners.has(user_id))
    for (const { id, user_id } of heard) send(user_id, createdFrame(id, notice))
    await Promise.all(heard.map(({ user_id }) => sendCount(user_id)))
  })
  events.on(unreadChanged, async ({ user_id, read_ids }) => {
    if (!listeners.has(user_id)) return
    for (const id of read_ids) send(user_id, { type: 'notification_read', data: { id } })
    await sendCount(user_id)
  })

  return {
    /** Sends the count first, then every event; returns a function that stops. */
    open: async (subscriber) => {
      const userId = subscriber.caller.id
      const listener: Listener = { subscriber, heldBack: [] }
      const stop = addListener(listeners, userId, listener)
      try {
        subscriber.send(unreadCount(await countOf(userId)))
      } catch (error) {
        stop()
        throw error
      }
      const { heldBack = [] } = listener
      listener.heldBack = undefined
      heldBack.forEach(subscriber.send)
      return stop
    },
  }
}

function addListener(listeners: Map<number, Set<Listener>>, userId: number, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set()
  listeners.set(userId, own.add(listener))
  return () => {
    own.delete(listener)
    // Another set may have replaced this one.
    if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
  }
}

const unreadCount = (count: number): Frame => ({ type: 'unread_count', data: { count } })

type SharedPart = Omit<Static<typeof notificationsCreated.schema>, 'made'>

const createdFrame = (id: string, { category, severity, title, body, link }: SharedPart): Frame => ({
  type: 'notification_created',
  data: { id, category, severity, title, body, link },
})
