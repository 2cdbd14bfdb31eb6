import type { Logger } from 'pino'
import { mailDueAt, quietUntil } from '@heddle/domain/notification/mail-times.ts'
import { wantsNotice } from '@heddle/domain/notification/preferences.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
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

/** The mails that wait for the end of quiet hours, or for the digest. */
export function createDueMails({ database, outbox, clock, logger, frontendUrl }: Dependencies) {
  /** One transaction: the mail is in the outbox and its notices no longer wait, or neither. */
  const sendTo = (userId: number): Promise<void> =>
    database.transaction(async (tx) => {
      const mails = await lockFreeWaitingMails(tx, userId)
      const due = await planAnew(tx, userId, mails)
      if (!due) return
      await outbox.post(tx, { to: due.recipient.address!, ...renderNotices(due.recipient, due.mails, frontendUrl) })
      await deleteWaitingMails(tx, idsOf(due.mails))
    })

  /** Judges the locked mails by what the user prefers now: drops, postpones, and answers what is due. */
  async function planAnew(tx: Executor, userId: number, mails: readonly WaitingMail[]) {
    // After the lock: a change of the preferences that came before is seen, one that comes later waits and plans anew.
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
    /** Every user's due notices in one mail. Any number of processes may do it at once. */
    send: async (): Promise<void> => {
      for (let batch: number[] = [], last = 0; ; last = batch.at(-1)!) {
        batch = await usersToMail(database.db, clock.now(), last, BATCH)
        for (const userId of batch) {
          await sendTo(userId).catch((error: unknown) => logger.error({ err: error, userId }, 'waiting notices could not be mailed'))
        }
        if (batch.length < BATCH) return
      }
    },

    /** After a change of the preferences, in its transaction. */
    planAnew: async (tx: Executor, userId: number): Promise<void> => {
      const due = await planAnew(tx, userId, await lockWaitingMails(tx, userId))
      // The next pass sends them.
      if (due) await postponeWaitingMails(tx, idsOf(due.mails), clock.now(), due.recipient.timezone)
    },
  }
}

const idsOf = (mails: readonly WaitingMail[]): string[] => mails.map(({ id }) => id)

const isMailed = ({ address, preferences }: Recipient, category: WaitingMail['category']): boolean =>
  address !== undefined && wantsNotice(preferences, category, 'email')

/** As for a new notice, and never in quiet hours. */
function dueAt({ preferences, timezone }: Recipient, { createdAt }: WaitingMail, now: Date): Date {
  const wanted = mailDueAt(preferences, timezone, createdAt)
  return wanted <= now ? (quietUntil(preferences, timezone, now) ?? wanted) : wanted
}

const isPlanned = (mail: WaitingMail, dueAt: Date, { timezone }: Recipient): boolean =>
  mail.dueAt.getTime() === dueAt.getTime() && mail.timezone === timezone
