import type { Logger } from 'pino'
import { mailDueAt, quietUntil } from '@heddle/domain/notification/mail-times.ts'
import { wantsNotice } from '@heddle/domain/notification/preferences.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import {
  deleteWaitingMails,
  lockFreeWaitingMails,
  lockWaitingMails,
  postponeWaitingMails,
  usersToMail,
  type WaitingMail,
} from './due-mails.store.ts'
import { renderNotices } from './notice-mails.ts'
import { findRecipients, type Recipient } from './recipients.store.ts'

type Dependencies = {
  readonly database: Database
  readonly outbox: Outbox
  readonly clock: Clock
  readonly logger: Logger
  readonly frontendUrl: string
}

const BATCH = 200

/** Mails that wait for the end of quiet hours or for the digest. */
export function createDueMails({ database, outbox, clock, logger, frontendUrl }: Dependencies) {
  /** Posts the mail to the outbox and deletes its waiting notices in one transaction. */
  const sendTo = (userId: number): Promise<void> =>
    database.transaction(async (tx) => {
      const mails = await lockFreeWaitingMails(tx, userId)
      const due = await replan(tx, userId, mails)
      if (!due) return
      await outbox.post(tx, { to: due.recipient.address!, ...renderNotices(due.recipient, due.mails, frontendUrl) })
      await deleteWaitingMails(tx, idsOf(due.mails))
    })

  /**
   * Applies the user's current preferences to the locked mails: drops or postpones them, and returns those that are
   * due.
   */
  async function replan(tx: Executor, userId: number, mails: readonly WaitingMail[]) {
    // Read after the lock: an earlier change of the preferences is seen, a later one waits and replans.
    const [recipient] = await findRecipients(tx, [userId])
    if (!recipient || mails.length === 0) return undefined
    const now = clock.now()
    const wanted = mails.filter(({ category }) => isMailed(recipient, category))
    await deleteWaitingMails(tx, idsOf(mails.filter((mail) => !wanted.includes(mail))))
    const planned = wanted.map((mail) => ({ mail, dueAt: dueAt(recipient, mail, now) }))
    const later = planned.filter(({ mail, dueAt }) => dueAt > now && !isPlanned(mail, dueAt, recipient))
    for (const [time, group] of Map.groupBy(later, ({ dueAt }) => dueAt.getTime())) {
      await postponeWaitingMails(tx, idsOf(group.map(({ mail }) => mail)), new Date(time), recipient.timezone)
    }
    const due = planned.filter(({ dueAt }) => dueAt <= now).map(({ mail }) => mail)
    return due.length === 0 ? undefined : { recipient, mails: due }
  }

  return {
    /** Sends each user's due notices in one mail. Any number of processes may do this at once. */
    send: async (): Promise<void> => {
      for (let batch: number[] = [], last = 0; ; last = batch.at(-1)!) {
        batch = await usersToMail(database.db, clock.now(), last, BATCH)
        for (const userId of batch) {
          await sendTo(userId).catch((error: unknown) =>
            logger.error({ err: error, userId }, 'could not mail waiting notices'),
          )
        }
        if (batch.length < BATCH) return
      }
    },

    /** Call it after a change of the preferences, in the same transaction. */
    planAnew: async (tx: Executor, userId: number): Promise<void> => {
      const due = await replan(tx, userId, await lockWaitingMails(tx, userId))
      // The next pass sends them.
      if (due) await postponeWaitingMails(tx, idsOf(due.mails), clock.now(), due.recipient.timezone)
    },
  }
}

const idsOf = (mails: readonly WaitingMail[]): string[] => mails.map(({ id }) => id)

const isMailed = ({ address, preferences }: Recipient, category: WaitingMail['category']): boolean =>
  address !== undefined && wantsNotice(preferences, category, 'email')

/** Like for a new notice, but never in quiet hours. */
function dueAt({ preferences, timezone }: Recipient, { createdAt }: WaitingMail, now: Date): Date {
  const wanted = mailDueAt(preferences, timezone, createdAt)
  return wanted <= now ? (quietUntil(preferences, timezone, now) ?? wanted) : wanted
}

const isPlanned = (mail: WaitingMail, dueAt: Date, { timezone }: Recipient): boolean =>
  mail.dueAt.getTime() === dueAt.getTime() && mail.timezone === timezone
