import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Mailer, MailResult } from '../../adapters/mail/mailer.ts'
import type { SecretPlace, SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Upkeep } from '../jobs/upkeep.ts'
import { defineJob } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { pause } from '../../kernel/pause.ts'
import { deleteInBatches } from '../sql/delete-in-batches.ts'
import type { MailMetrics } from './outbox.metrics.ts'
import {
  claimMail,
  type ClaimedMail,
  deleteMailsBefore,
  insertMail,
  isMailUnsettled,
  markFailed,
  markSent,
  releaseMail,
} from './outbox.store.ts'

export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Outbox = {
  /** Before `jobs.prepare()`, even in a process that only posts. */
  readonly register: () => void
  /** The mail is sent once this transaction commits, and never exists if it rolls back. */
  readonly post: (tx: Executor, mail: OutgoingMail) => Promise<void>
  /** One attempt at a posted mail; throws to be retried. The job calls it. */
  readonly deliver: (mailId: string, signal?: AbortSignal) => Promise<void>
  readonly deleteOld: () => Promise<void>
  readonly upkeep: readonly Upkeep[]
}

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly mailer: Mailer
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics?: MailMetrics
}

/** The delay doubles from half a minute, with jitter: nine attempts in two to four hours. */
const SEND_MAIL = defineJob({
  name: 'send-mail',
  payload: Type.Object({ mail_id: Type.String() }),
  concurrency: 3,
  retries: 8,
  retryDelayMs: 30 * SECOND,
  timeoutMs: 90 * SECOND,
  exclusive: true,
})
/** Longer than an attempt can last, with a margin for clock skew: a process that takes longer is dead. */
const DEAD_AFTER_MS = SEND_MAIL.timeoutMs + MINUTE
/** Waits between the tries to mark an accepted mail as sent: half a minute in all, which fits into one attempt. */
const MARK_AGAIN_MS = [1, 2, 4, 8, 15].map((seconds) => seconds * SECOND)
const KEEP_MS = 30 * DAY
const DELETE_BATCH = 1000
const SET_ASIDE = 'the server stopped twice while it sent this mail'
const Body = Type.Object({ text: Type.String(), html: Type.String() })

/**
 * Mails commit with the data they are about and are sent afterwards: none is lost and none is sent twice, with one
 * exception.
 *
 * If the process dies, or loses the database for long, after the mail server accepted a mail and before `sent` is
 * committed, another attempt resends it some minutes later with the same Message-ID, by which receivers can recognize
 * the duplicate. SMTP has no way to ask whether a mail was accepted, and losing a mail is worse. Only one UPDATE by
 * primary key lies between the two; if it fails in a process that lives on, the attempt repeats it for half a minute,
 * and the next attempt in that process repeats only the UPDATE. A connection that breaks or is aborted just as the
 * server accepts the mail is the same case.
 */
export function createOutbox({ database, jobs, mailer, secrets, clock, logger, metrics }: Dependencies): Outbox {
  const { db } = database
  /** Accepted by the mail server but not marked, because the database failed in between. */
  const takenUnmarked = new Set<string>()

  const deliver = async (mailId: string, signal = new AbortController().signal): Promise<void> => {
    if (takenUnmarked.has(mailId)) return noteSent(mailId, signal)
    const begun = clock.now()
    const claimed = await claimMail(db, mailId, begun, new Date(begun.getTime() - DEAD_AFTER_MS))
    if (!claimed) return assertSettled(mailId)
    const result = await send(mailId, claimed, signal)
    if (result.ok) return noteSent(mailId, signal)
    if (result.permanent) return giveUp(mailId, result.reason)
    await releaseMail(db, mailId, begun, result.reason)
    throw new Error(`could not send the mail: ${result.reason}`)
  }
  const assertSettled = async (mailId: string): Promise<void> => {
    if (await isMailUnsettled(db, mailId)) throw new Error('another attempt at this mail is still in progress')
  }
  const send = async (
    id: string,
    { recipient, subject, bodySealed }: ClaimedMail,
    signal: AbortSignal,
  ): Promise<MailResult> => {
    const body = openBody(secrets, id, bodySealed)
    if (!body) return { ok: false, permanent: false, reason: 'cannot decrypt its text' }
    return mailer.send({ id, to: recipient, subject, ...body }, signal)
  }
  const noteSent = async (mailId: string, signal: AbortSignal): Promise<void> => {
    takenUnmarked.add(mailId)
    await mark(mailId, signal)
    takenUnmarked.delete(mailId)
    metrics?.sent.inc()
  }
  /** Retries for a while: the next attempt may be in another process, which cannot know and would resend the mail. */
  const mark = async (mailId: string, signal: AbortSignal): Promise<void> => {
    for (const waitMs of MARK_AGAIN_MS) {
      try {
        await markSent(db, mailId, clock.now())
        return
      } catch (error) {
        logger.warn({ mailId, err: error }, 'a mail was sent, but could not be marked as sent yet')
        await pause(clock, waitMs, signal)
      }
    }
    await markSent(db, mailId, clock.now())
  }
  const giveUp = async (mailId: string, reason?: string): Promise<void> => {
    if (takenUnmarked.has(mailId)) return noteSent(mailId, new AbortController().signal)
    const failed = await markFailed(db, mailId, reason)
    if (!failed) return
    metrics?.givenUp.inc()
    const { recipient, attempts, lastError } = failed
    logger.error({ mailId, domain: domainOf(recipient), attempts, reason: lastError }, 'gave up sending a mail')
  }

  const deleteOld = async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - KEEP_MS)
    await deleteInBatches(DELETE_BATCH, (limit) => deleteMailsBefore(db, before, limit))
  }

  return {
    register: () =>
      jobs.register(SEND_MAIL, ({ mail_id }, { signal }) => deliver(mail_id, signal), {
        onGivenUp: ({ mail_id }, { setAside }) => giveUp(mail_id, setAside ? SET_ASIDE : undefined),
      }),
    post: async (tx, { to, subject, text, html }) => {
      const id = randomUUID()
      const bodySealed = secrets.seal(JSON.stringify({ text, html }), bodyOf(id))
      await insertMail(tx, { id, recipient: to, subject, bodySealed, createdAt: clock.now() })
      await jobs.send(SEND_MAIL, { mail_id: id }, { tx, singletonKey: id })
    },
    deliver,
    deleteOld,
    upkeep: [{ name: 'delete-old-mails', cron: '20 3 * * *', work: deleteOld }],
  }
}

const bodyOf = (id: string): SecretPlace => ({ table: 'mail_outbox', column: 'body_sealed', row: id })

/** Undefined when the key is missing: an operator may bring it back. */
function openBody(secrets: SecretBox, mailId: string, sealed: string): { text: string; html: string } | undefined {
  try {
    const body: unknown = JSON.parse(secrets.open(sealed, bodyOf(mailId)).reveal())
    return Check(Body, body) ? body : undefined
  } catch {
    // The error must not be logged: a syntax error quotes the text.
    return undefined
  }
}

/** All that the log may contain about a recipient. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
