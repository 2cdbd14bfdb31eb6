import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { nextAttemptAt } from '@heddle/domain/channel/attempt-times.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PostMessage, Receipt } from '../../adapters/receiver/post-message.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { activeAdministrators, type Notify } from '../notifications/index.ts'
import type { UsersService } from '../users/index.ts'
import { answeredWith, attempted, attemptOutcome, isTaken } from './attempt.ts'
import type { NoteAttempt } from './channels.metrics.ts'
import { findSealed, listMutes, updateChannel } from './channels.store.ts'
import type { ChannelRow, DeliveryRow, MuteRow, Subject } from './channels.tables.ts'
import {
  claimChannel,
  findHeads,
  renewLease,
  skipWaiting,
  updateDelivery,
  updateLeasedDeliveries,
} from './deliveries.store.ts'
import { mayLearn } from './may-learn.ts'
import { isMutedBy } from './muted-channels.ts'
import { addressesOf, sendMessage } from './send-message.ts'
import { writeMail } from './write-message.ts'

export type DeliverParts = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly post: PostMessage
  readonly outbox: Outbox
  readonly users: Pick<UsersService, 'actor'>
  readonly notify: Notify
  readonly audit: Audit
  readonly noteAttempt: NoteAttempt
  readonly frontendUrl: string
  readonly clock: Clock
  readonly logger: Logger
}

/** Longer than an attempt can last, with a margin for clocks that differ: a process that is silent longer is dead. */
const LEASE_MS = MINUTE
/** What is left of the lease when an attempt begins: more than it can last. */
const LEAST_LEFT_MS = MINUTE / 2
/** Then another channel may have its turn. */
const MOST_IN_A_ROW = 50
/** For so long counts what was read of a channel, its mutes and its owner: for ten thousand messages, not for each. */
const LOOK_MS = SECOND
const GONE = 410

/** Delivers what is due of one channel, in order. False when no channel has anything due. */
export async function deliverOneChannel(parts: DeliverParts, signal: AbortSignal): Promise<boolean> {
  const { database, clock, logger } = parts
  const token = randomUUID()
  const now = clock.now()
  const channelId = await claimChannel(database.db, token, now, leaseFrom(now))
  if (channelId === undefined) return false
  const lease = { channelId, token, until: leaseFrom(now) }
  try {
    let sent = 0
    while (sent < MOST_IN_A_ROW && !signal.aborted) {
      const { settled, goesOn } = await deliverHeads(parts, lease, MOST_IN_A_ROW - sent, signal)
      sent += settled
      if (!goesOn) break
    }
  } catch (error: unknown) {
    logger.error({ err: error, channelId }, 'cannot deliver the messages of a channel')
  }
  await renewLease(database.db, channelId, token, null)
  return true
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

type Lease = { readonly channelId: string; readonly token: string; until: Date }

/** Writes only while the channel is still ours. */
async function fenced(
  { database, clock }: DeliverParts,
  lease: Lease,
  work: (tx: Executor) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    lease.until = leaseFrom(clock.now())
    const isOurs = await renewLease(tx, lease.channelId, lease.token, lease.until)
    if (isOurs) await work(tx)
    return isOurs
  })
}

/** What holds for the next messages of a channel. */
type Look = {
  readonly channel: ChannelRow
  readonly mutes: readonly MuteRow[]
  readonly mayLearn: (subject: Subject) => Promise<boolean>
}

/** The oldest messages, as long as what was read for them is fresh. */
async function deliverHeads(
  parts: DeliverParts,
  lease: Lease,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly settled: number; readonly goesOn: boolean }> {
  const { database, users, clock } = parts
  const { db } = database
  const begun = clock.now()
  const channel = await findSealed(db, lease.channelId)
  const heads = channel?.enabled && channel.state !== 'disabled' ? await findHeads(db, channel.id, begun, most) : []
  if (!channel || heads.length === 0) return { settled: 0, goesOn: false }
  const look: Look = {
    channel,
    mutes: await listMutes(db, [channel.id], begun),
    mayLearn: rememberedBy(
      ({ kind, id }) => `${kind}:${id}`,
      (subject) => mayLearn(users, db, channel, subject),
    ),
  }
  let settled = 0
  for (const head of heads) {
    const outcome = await deliverHead(parts, lease, look, head, signal)
    if (outcome === 'stop') return { settled, goesOn: false }
    settled += 1
    if (outcome === 'look again' || signal.aborted || clock.now().getTime() - begun.getTime() > LOOK_MS) break
  }
  return { settled, goesOn: true }
}

function rememberedBy<T, R>(keyOf: (value: T) => string, ask: (value: T) => Promise<R>): (value: T) => Promise<R> {
  const known = new Map<string, Promise<R>>()
  return (value) => {
    const key = keyOf(value)
    const answer = known.get(key) ?? ask(value)
    known.set(key, answer)
    return answer
  }
}

/** `look again`: the channel, or the order of what waits, is another one now. */
type Outcome = 'next' | 'look again' | 'stop'
const nextIf = (isOurs: boolean): Outcome => (isOurs ? 'next' : 'stop')

async function deliverHead(
  parts: DeliverParts,
  lease: Lease,
  look: Look,
  head: DeliveryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock } = parts
  const { channel } = look
  const begun = clock.now()
  // Just before it is sent: what the owner could see when it was written no longer counts.
  if (!(await look.mayLearn(head.subject)))
    return nextIf(
      await fenced(parts, lease, (tx) => skip(tx, head, 'The owner of the channel may no longer see this.')),
    )
  if (!isReplay(head) && isMutedBy(look.mutes, head.occurrence))
    return nextIf(await fenced(parts, lease, (tx) => skip(tx, head, 'The channel was muted before this was sent.')))
  if (channel.type === 'mail') return nextIf(await fenced(parts, lease, (tx) => postMails(parts, tx, channel, head)))
  const isShort = lease.until.getTime() - begun.getTime() < LEAST_LEFT_MS
  if (isShort && !(await fenced(parts, lease, async () => undefined))) return 'stop'
  const receipt = await sendMessage(parts, channel, head, begun, signal)
  if (signal.aborted && receipt.status === null) return 'stop'
  const attempt = { ...attempted(head, begun), durationMs: clock.now().getTime() - begun.getTime() }
  if (isTaken(receipt) && isAsBefore(channel, receipt)) return nextIf(await noteTaken(parts, lease, attempt, receipt))
  return (await fenced(parts, lease, (tx) => record(parts, tx, channel, attempt, receipt))) ? 'look again' : 'stop'
}

const isAsBefore = (channel: ChannelRow, { isInternal }: Receipt): boolean =>
  channel.state === 'ok' && channel.lastError === null && channel.isInternal === isInternal

/** What most messages end with: one statement. */
async function noteTaken(
  { database, clock, noteAttempt }: DeliverParts,
  lease: Lease,
  attempt: DeliveryRow,
  receipt: Receipt,
): Promise<boolean> {
  lease.until = leaseFrom(clock.now())
  const isOurs = await updateLeasedDeliveries(database.db, lease, attempt.id, {
    ...attemptOutcome(answeredWith(attempt, receipt)),
    status: 'delivered',
    nextAttemptAt: null,
    error: null,
  })
  if (isOurs) noteAttempt('delivered')
  return isOurs
}

/** Somebody asked for it, whatever is muted. */
const isReplay = ({ wantedAt, createdAt }: DeliveryRow): boolean => wantedAt > createdAt

const skip = (tx: Executor, { id }: DeliveryRow, error: string): Promise<void> =>
  updateDelivery(tx, id, { status: 'skipped', nextAttemptAt: null, error })

/** They commit with the record that they were handed over: from then on the outbox delivers them. */
async function postMails(parts: DeliverParts, tx: Executor, channel: ChannelRow, head: DeliveryRow): Promise<void> {
  const { secrets, outbox, clock, frontendUrl } = parts
  const addresses = addressesOf(secrets, channel)
  const attempt = { ...attempted(head, clock.now()), durationMs: 0 }
  if (!addresses) return fail(parts, tx, channel, attempt, 'The addresses of the channel cannot be decrypted.')
  const mail = writeMail({ occurrence: head.occurrence, channelId: channel.id, frontendUrl })
  for (const to of addresses) await outbox.post(tx, { to, ...mail })
  await succeed(parts, tx, channel, attempt)
}

async function record(
  parts: DeliverParts,
  tx: Executor,
  channel: ChannelRow,
  attempt: DeliveryRow,
  receipt: Receipt,
): Promise<void> {
  const { status, failure } = receipt
  const answered = answeredWith(attempt, receipt)
  if (isTaken(receipt)) return succeed(parts, tx, channel, answered)
  const why = failure ?? `The receiver answered ${status}.`
  return status === GONE ? disable(parts, tx, channel, answered) : fail(parts, tx, channel, answered, why)
}

async function succeed(
  { noteAttempt }: DeliverParts,
  tx: Executor,
  channel: ChannelRow,
  attempt: DeliveryRow,
): Promise<void> {
  await updateDelivery(tx, attempt.id, {
    ...attemptOutcome(attempt),
    status: 'delivered',
    nextAttemptAt: null,
    error: null,
  })
  if (channel.state !== 'ok' || channel.lastError !== null || channel.isInternal !== attempt.isInternal)
    await updateChannel(tx, channel.id, { state: 'ok', lastError: null, isInternal: attempt.isInternal })
  noteAttempt('delivered')
}

async function fail(
  parts: DeliverParts,
  tx: Executor,
  channel: ChannelRow,
  attempt: DeliveryRow,
  error: string,
): Promise<void> {
  const { wantedAt, firstAttemptAt, attempts } = attempt
  const next = nextAttemptAt(
    { createdAt: wantedAt, firstAttemptAt: firstAttemptAt ?? wantedAt, attempts },
    parts.clock.now(),
  )
  const status = next === null ? 'failed' : 'waiting'
  await updateDelivery(tx, attempt.id, { ...attemptOutcome(attempt), status, nextAttemptAt: next, error })
  const isFailing = next === null || channel.state === 'failing'
  await updateChannel(tx, channel.id, {
    state: isFailing ? 'failing' : channel.state,
    lastError: error,
    isInternal: attempt.isInternal,
  })
  if (isFailing && channel.state !== 'failing') await tellOwner(parts, tx, channel, 'has not delivered for three days')
  parts.noteAttempt(next === null ? 'failed' : 'retried')
}

/** The receiver says that it is gone for good. */
async function disable(parts: DeliverParts, tx: Executor, channel: ChannelRow, attempt: DeliveryRow): Promise<void> {
  const error = 'The receiver answered 410: it wants no more messages.'
  await updateDelivery(tx, attempt.id, { ...attemptOutcome(attempt), status: 'failed', nextAttemptAt: null, error })
  await updateChannel(tx, channel.id, { state: 'disabled', lastError: error, isInternal: attempt.isInternal })
  await skipWaiting(tx, channel.id, 'The channel was disabled.')
  await parts.audit.record(tx, {
    action: 'channel_disable',
    description: `Channel "${channel.name}" was disabled, because its receiver answered 410`,
    target: { type: 'notification_channel', id: channel.id },
  })
  await tellOwner(parts, tx, channel, 'was disabled, because its receiver wants no more messages')
  parts.noteAttempt('failed')
}

/** Those of a group are the administrators' to look after. */
async function tellOwner({ notify }: DeliverParts, tx: Executor, channel: ChannelRow, what: string): Promise<void> {
  const concerned = channel.ownerId === null ? await activeAdministrators(tx) : [channel.ownerId]
  await notify(tx, concerned, {
    category: 'system',
    severity: 'error',
    title: `Channel "${channel.name}" ${what}`,
    body: 'Its deliveries show what the receiver answered.',
    link: '/notifications/channels/',
  })
}
