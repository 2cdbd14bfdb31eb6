import { randomUUID } from 'node:crypto'
import type { ChannelTestReply } from '@heddle/contract/channels.ts'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import type { Caller } from '../../kernel/caller.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Note } from '../audit/index.ts'
import { lockOwn } from './change-channel.ts'
import { PRIVATE_ANSWER } from './channels.presenter.ts'
import { updateChannel } from './channels.store.ts'
import type { ChannelRow } from './channels.tables.ts'
import { insertDeliveries } from './deliveries.store.ts'
import type { DeliverParts } from './deliver.ts'
import { addressesOf, sendMessage } from './send-message.ts'
import { writeMail } from './write-message.ts'

type Parts = Pick<DeliverParts, 'database' | 'secrets' | 'post' | 'outbox' | 'frontendUrl' | 'clock'> & {
  readonly note: Note
}

/** Sends a message at once, past those that wait, and once only; it is in the list of deliveries like any other. */
export async function testChannel(
  parts: Parts,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<ChannelTestReply> {
  const { database, clock, note } = parts
  const channel = await database.transaction((tx) => lockOwn(tx, caller, id))
  const now = clock.now()
  const occurrence = testOccurrence(channel, caller, now)
  const eventId = randomUUID()
  const receipt =
    channel.type === 'mail'
      ? { status: null, text: null, failure: null, isInternal: false }
      : await sendMessage(parts, channel, { eventId, occurrence }, now, signal)
  const { status, isInternal, failure } = receipt
  const taken = channel.type === 'mail' || (status !== null && status >= 200 && status < 300)
  const error = taken ? null : (failure ?? `The receiver answered ${status}.`)
  const delivered = await database.transaction(async (tx) => {
    const posted = channel.type !== 'mail' || (await postMails(parts, tx, channel, occurrence))
    await insertDeliveries(tx, [
      {
        ...{ id: randomUUID(), channelId: channel.id, eventId, occurrence, subject: { kind: 'nothing', id: '' } },
        ...{ status: taken && posted ? 'delivered' : 'failed', attempts: 1, createdAt: now, wantedAt: now, error },
        ...{ firstAttemptAt: now, attemptedAt: now, responseStatus: status, responseText: receipt.text, isInternal },
        durationMs: clock.now().getTime() - now.getTime(),
      },
    ])
    const outcome = taken ? { state: 'ok' as const, lastError: null } : { lastError: error }
    if (channel.state !== 'disabled') await updateChannel(tx, channel.id, { ...outcome, isInternal })
    await note(tx, 'channel_test', channel, taken && posted ? 'was tested' : 'was tested and did not deliver')
    return taken && posted
  })
  if (isInternal && !caller.isAdmin && !delivered) return { delivered, status: null, detail: PRIVATE_ANSWER }
  return { delivered, status, detail: error ?? detailOf(channel, delivered, status) }
}

function detailOf({ type }: ChannelRow, delivered: boolean, status: number | null): string {
  if (!delivered) return 'The addresses of the channel cannot be decrypted.'
  return type === 'mail' ? 'The mail is on its way.' : `The receiver answered ${status}.`
}

async function postMails(
  { secrets, outbox, frontendUrl }: Parts,
  tx: Parameters<typeof outbox.post>[0],
  channel: ChannelRow,
  occurrence: Occurrence,
): Promise<boolean> {
  const mail = writeMail({ occurrence, channelId: channel.id, frontendUrl })
  const addresses = addressesOf(secrets, channel) ?? []
  for (const to of addresses) await outbox.post(tx, { to, ...mail })
  return addresses.length > 0
}

const testOccurrence = ({ id, name }: ChannelRow, { username }: Caller, now: Date): Occurrence => ({
  type: 'test',
  category: 'system',
  severity: 'info',
  title: `Test of channel "${name}"`,
  text: `${username} tests this channel. Nothing has happened.`,
  at: timestamp(now),
  saved_query: null,
  connections: [],
  counts: {},
  rows: [],
  blame: [],
  link: '/notifications/channels/',
  key: `test:${id}`,
})
