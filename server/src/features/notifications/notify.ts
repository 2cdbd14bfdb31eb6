import { randomUUID } from 'node:crypto'
import { wantsNotice } from '@heddle/domain/notification/preferences.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import { storable } from '../../platform/text/storable.ts'
import type { MailNotice } from './mail-notice.ts'
import type { Cause, Notice } from './notice.ts'
import { notificationsCreated } from './notifications.events.ts'
import { insertNotifications, claimCause } from './notify.store.ts'
import { cutPlainText, onOneLine } from './plain-text.ts'
import { lockRecipientsAgainstDeletion, type Recipient } from './recipients.store.ts'

/** Notifies users of something in the transaction in which it happens, each according to their preferences. */
export type Notify = (
  tx: Executor,
  userIds: readonly number[],
  notice: Notice & { readonly cause?: Cause },
) => Promise<void>

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly mailNotice: MailNotice
  readonly clock: Clock
}

const CHUNK = 500
// Limits for quoted content, because a notice is sent to every socket and by mail.
const LONGEST_TITLE = 300
const LONGEST_BODY = 4_000

export function createNotify({ database, events, mailNotice, clock }: Dependencies): Notify {
  async function notifyChunk(
    tx: Executor,
    userIds: readonly number[],
    notice: Notice,
    cause: Cause | undefined,
  ): Promise<void> {
    const now = clock.now()
    const wantsInApp = ({ preferences }: Recipient) => wantsNotice(preferences, notice.category, 'in_app')
    const wantsMail = ({ preferences }: Recipient) => wantsNotice(preferences, notice.category, 'email')
    const interested = (await lockRecipientsAgainstDeletion(tx, userIds)).filter(
      (one) => wantsInApp(one) || wantsMail(one),
    )
    const notified = cause ? await withoutRepeats(tx, interested, cause, now) : interested
    await show(tx, notified.filter(wantsInApp), notice, now)
    await mailNotice(tx, notified.filter(wantsMail), notice, now)
  }

  async function show(tx: Executor, recipients: readonly Recipient[], notice: Notice, now: Date): Promise<void> {
    if (recipients.length === 0) return
    const made = recipients.map(({ id }) => ({ id: randomUUID(), user_id: id }))
    await insertNotifications(
      tx,
      made.map(({ id, user_id }) => ({ ...notice, id, userId: user_id, createdAt: now })),
    )
    database.afterCommit(() => void events.publish(notificationsCreated, { ...notice, made }))
  }

  return async (tx, userIds, { cause, ...given }) => {
    const notice = {
      ...given,
      title: cutPlainText(storable(onOneLine(given.title)), LONGEST_TITLE),
      body: cutPlainText(storable(given.body), LONGEST_BODY),
    }
    // Ordered by id, so that two calls for the same users wait for each other instead of deadlocking.
    const ordered = [...new Set(userIds)].sort((a, b) => a - b)
    for (let start = 0; start < ordered.length; start += CHUNK) {
      await notifyChunk(tx, ordered.slice(start, start + CHUNK), notice, cause)
    }
  }
}

async function withoutRepeats(
  tx: Executor,
  recipients: readonly Recipient[],
  cause: Cause,
  now: Date,
): Promise<Recipient[]> {
  const ids = recipients.map(({ id }) => id)
  const claimed = await claimCause(tx, ids, cause, now)
  return recipients.filter(({ id }) => claimed.has(id))
}
