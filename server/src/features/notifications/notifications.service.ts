import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Audit } from '../audit/index.ts'
import { createDueMails } from './due-mails.ts'
import { listenToAudit } from './listen-to-audit.ts'
import { listenToAutomation } from './listen-to-automation.ts'
import { listenToMimRegistry } from './listen-to-mim-registry.ts'
import { listenToWaivers } from './listen-to-waivers.ts'
import { listenToSchedules } from './listen-to-schedules.ts'
import { createMailNotice } from './mail-notice.ts'
import { createNotify, type Notify } from './notify.ts'
import { unreadChanged } from './notifications.events.ts'
import {
  countUnread,
  listNotifications,
  lockNotification,
  markAllRead,
  markDeleted,
  markRead,
  type NotificationFilter,
  type NotificationRow,
  purgeCauses,
  purgeDeleted,
} from './notifications.store.ts'
import { createPreferencesService } from './preferences.service.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly outbox: Outbox
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
  /** The base of links in mails. */
  readonly frontendUrl: string
}

export type NotificationsService = ReturnType<typeof createPreferencesService> & {
  readonly notify: Notify
  /** Subscribes to the events of other features. */
  readonly listen: () => void
  readonly list: (caller: Caller, filter: NotificationFilter, page: PageRequest) => ReturnType<typeof listNotifications>
  readonly markRead: (caller: Caller, id: string) => Promise<NotificationRow>
  readonly markAllRead: (caller: Caller) => Promise<{ updated: number }>
  /** Hides a notification; `deleteOld` deletes the row later. */
  readonly remove: (caller: Caller, id: string) => Promise<null>
  readonly countUnread: (userId: number) => Promise<number>
  readonly countUnreadOf: (userIds: readonly number[]) => ReturnType<typeof countUnread>
  readonly sendDueMails: () => Promise<void>
  /** Purges notifications deleted long ago, and causes whose interval has long passed. */
  readonly deleteOld: () => Promise<void>
}

// At most this many notifications read at once are sent one by one; the count covers the rest.
const MOST_READ_FRAMES = 100
const KEEP_MS = 30 * DAY
const PURGE_BATCH = 1_000

export function createNotificationsService({
  database,
  events,
  outbox,
  audit,
  clock,
  logger,
  frontendUrl,
}: Dependencies): NotificationsService {
  const notify = createNotify({ database, events, mailNotice: createMailNotice(outbox, frontendUrl), clock })
  const dueMails = createDueMails({ database, outbox, clock, logger, frontendUrl })

  const publishUnreadChanged = (userId: number, readIds: readonly string[]) =>
    database.afterCommit(() => void events.publish(unreadChanged, { user_id: userId, read_ids: [...readIds] }))

  return {
    notify,
    ...createPreferencesService({ database, audit, planMailsAnew: dueMails.planAnew }),

    listen: () => {
      listenToSchedules(events, notify)
      listenToMimRegistry(events, notify)
      listenToAudit(events, notify)
      listenToAutomation(events, notify)
      listenToWaivers(events, notify)
    },

    list: (caller, filter, page) => listNotifications(database.db, caller.id, filter, page),

    markRead: (caller, id) =>
      database.transaction(async (tx) => {
        const row = orNotFound(await lockNotification(tx, caller.id, id))
        const readAt = row.readAt ?? clock.now()
        if (!row.readAt) {
          await markRead(tx, id, readAt)
          publishUnreadChanged(caller.id, [id])
        }
        const description = `${caller.username} read the notification "${row.title}"`
        await audit.record(tx, { action: 'notification_read', description, target: { type: 'notification', id } })
        return { ...row, readAt }
      }),

    markAllRead: (caller) => {
      const work = async (tx: Executor) => {
        const { count, newest } = await markAllRead(tx, caller.id, clock.now(), MOST_READ_FRAMES)
        if (count > 0) publishUnreadChanged(caller.id, newest)
        const description = `${caller.username} marked all notifications as read (${count})`
        await audit.record(tx, { action: 'notifications_read_all', description })
        return { updated: count }
      }
      // Two concurrent calls may lock the same rows in different orders.
      return database.transaction(work, { retries: 2 })
    },

    remove: (caller, id) =>
      database.transaction(async (tx) => {
        const row = orNotFound(await lockNotification(tx, caller.id, id))
        await markDeleted(tx, id, clock.now())
        if (!row.readAt) publishUnreadChanged(caller.id, [])
        const description = `${caller.username} deleted the notification "${row.title}"`
        await audit.record(tx, { action: 'notification_delete', description, target: { type: 'notification', id } })
        return null
      }),

    countUnread: async (userId) => (await countUnread(database.db, [userId])).get(userId) ?? 0,
    countUnreadOf: (userIds) => countUnread(database.db, userIds),

    sendDueMails: dueMails.send,

    deleteOld: async () => {
      const before = new Date(clock.now().getTime() - KEEP_MS)
      for (const purge of [purgeDeleted, purgeCauses]) {
        await deleteInBatches(PURGE_BATCH, (limit) => purge(database.db, before, limit))
      }
    },
  }
}
