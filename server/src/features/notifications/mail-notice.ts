import { randomUUID } from 'node:crypto'
import { mailDueAt } from '@heddle/domain/notification/mail-times.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { renderNotice } from './notice-mails.ts'
import type { Notice } from './notice.ts'
import { insertWaitingMails } from './notify.store.ts'
import type { Recipient } from './recipients.store.ts'

/** Mails a notice to reachable users: immediately, when their quiet hours end, or with their digest. */
export type MailNotice = (tx: Executor, recipients: readonly Recipient[], notice: Notice, now: Date) => Promise<void>

/**
 * More mails than this are too many for the transaction of the event: they wait for the next pass over waiting mails.
 */
const MOST_AT_ONCE = 10

export function createMailNotice(outbox: Outbox, frontendUrl: string): MailNotice {
  return async (tx, recipients, notice, now) => {
    const reachable = recipients.filter(({ address }) => address !== undefined)
    const dueAtOf = dueTimes(now)
    const immediate = reachable.filter((recipient) => dueAtOf(recipient) <= now)
    const posted = immediate.length > MOST_AT_ONCE ? [] : immediate
    for (const recipient of posted) {
      await outbox.post(tx, { to: recipient.address!, ...renderNotice(recipient, notice, frontendUrl) })
    }
    const waiting = reachable.filter((recipient) => !posted.includes(recipient))
    await insertWaitingMails(
      tx,
      waiting.map((recipient) => ({
        ...notice,
        id: randomUUID(),
        userId: recipient.id,
        createdAt: now,
        dueAt: dueAtOf(recipient),
        timezone: recipient.timezone,
      })),
    )
  }
}

/** Many users have the same hours in the same zone, so each combination is computed once. */
function dueTimes(now: Date): (recipient: Recipient) => Date {
  const known = new Map<string, Date>()
  return ({ preferences, timezone }) => {
    const { quiet_hours_start, quiet_hours_end, digest_enabled } = preferences
    const key = JSON.stringify([quiet_hours_start, quiet_hours_end, digest_enabled, timezone])
    const dueAt = known.get(key) ?? mailDueAt(preferences, timezone, now)
    known.set(key, dueAt)
    return dueAt
  }
}
