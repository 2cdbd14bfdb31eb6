import type {
  Channel,
  ChannelCreate,
  ChannelTestReply,
  ChannelWithSecret,
  Delivery,
  DeliveryDetails,
  MuteBody,
} from '@heddle/contract/channels.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DAY } from '../../kernel/durations.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Events } from '../../platform/events/events.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import { notesOn } from '../audit/index.ts'
import {
  type ChangeParts,
  type ChannelChange,
  changeChannel,
  createChannel,
  lockOwn,
  removeChannel,
  requireOwner,
  rotateSecret,
} from './change-channel.ts'
import { deliveriesWanted } from './channels.events.ts'
import { presentChannel, presentDelivery, presentDetails } from './channels.presenter.ts'
import { deleteOldMutes, findChannel, listChannels, listMutes, type ShownChannel } from './channels.store.ts'
import { type DeliverParts, deliverOneChannel } from './deliver.ts'
import { deleteDeliveriesBefore, findDelivery, hasWaiting, listDeliveries, updateDelivery } from './deliveries.store.ts'
import { createDeliveryDriver } from './delivery-driver.ts'
import { muteChannel, unmuteChannel } from './mute-channel.ts'
import { testChannel } from './test-channel.ts'

type Dependencies = DeliverParts & { readonly outbound: OutboundRules; readonly events: Events }
type Parts = Dependencies & ChangeParts

export type ChannelsService = ReturnType<typeof createChannelsService>

const KEEP_MS = 30 * DAY
const DELETE_BATCH = 1_000

export function createChannelsService(dependencies: Dependencies) {
  const { database, clock, events } = dependencies
  const parts: Parts = { ...dependencies, note: notesOn(dependencies.audit, 'Channel', 'notification_channel') }
  return {
    list: (caller: Caller, page: PageRequest) => list(parts, caller, page),
    get: (caller: Caller, id: string): Promise<Channel> => get(parts, caller, id),
    create: async (caller: Caller, body: ChannelCreate): Promise<ChannelWithSecret> => {
      const { id, secret } = await createChannel(parts, caller, body)
      return { ...(await get(parts, caller, id)), secret }
    },
    change: async (caller: Caller, id: string, change: ChannelChange): Promise<Channel> =>
      get(parts, caller, await changeChannel(parts, caller, id, change)),
    remove: (caller: Caller, id: string): Promise<null> => removeChannel(parts, caller, id),
    rotate: (caller: Caller, id: string) => rotateSecret(parts, caller, id),
    test: (caller: Caller, id: string, signal: AbortSignal): Promise<ChannelTestReply> =>
      testChannel(parts, caller, id, signal),
    mute: async (caller: Caller, id: string, body: MuteBody): Promise<Channel> =>
      get(parts, caller, await muteChannel(parts, caller, id, body)),
    unmute: (caller: Caller, id: string, savedQueryId: string | undefined): Promise<null> =>
      unmuteChannel(parts, caller, id, savedQueryId),
    deliveries: (caller: Caller, id: string, page: PageRequest) => deliveriesOf(parts, caller, id, page),
    delivery: (caller: Caller, id: string) => deliveryOf(parts, caller, id),
    replay: (caller: Caller, id: string) => replay(parts, caller, id),
    driver: createDeliveryDriver({
      deliverOne: (signal) => deliverOneChannel(parts, signal),
      hasWaiting: () => hasWaiting(database.db),
      events,
      clock,
      logger: dependencies.logger,
    }),
    deleteOld: async (): Promise<void> => {
      const now = clock.now()
      const before = new Date(now.getTime() - KEEP_MS)
      await deleteInBatches(DELETE_BATCH, (limit) => deleteDeliveriesBefore(database.db, before, limit))
      await deleteOldMutes(database.db, now)
    },
  }
}

async function list({ database: { db }, clock }: Parts, caller: Caller, page: PageRequest): Promise<PageOf<Channel>> {
  const { count, items } = await listChannels(db, caller, page)
  const mutes = await listMutes(
    db,
    items.map(({ id }) => id),
    clock.now(),
  )
  return { count, items: items.map((row) => presentChannel(row, mutes, caller)) }
}

async function get({ database: { db }, clock }: Parts, caller: Caller, id: string): Promise<Channel> {
  const row = await seen({ database: { db } }, caller, id)
  return presentChannel(row, await listMutes(db, [row.id], clock.now()), caller)
}

const seen = async (
  { database: { db } }: { readonly database: Pick<Parts['database'], 'db'> },
  caller: Caller,
  id: string,
): Promise<ShownChannel> => orNotFound(await findChannel(db, caller, id.toLowerCase()))

async function deliveriesOf(parts: Parts, caller: Caller, id: string, page: PageRequest): Promise<PageOf<Delivery>> {
  const row = await seen(parts, caller, id)
  requireOwner(caller, row)
  const { count, items } = await listDeliveries(parts.database.db, row.id, page)
  return { count, items: items.map((delivery) => presentDelivery(delivery, caller)) }
}

async function deliveryOf(parts: Parts, caller: Caller, id: string): Promise<DeliveryDetails> {
  const delivery = orNotFound(await findDelivery(parts.database.db, id.toLowerCase()))
  const row = await seen(parts, caller, delivery.channelId)
  requireOwner(caller, row)
  return presentDetails(delivery, row, caller, parts.frontendUrl)
}

/** Sends it once more, under the same id and in its place in the order. */
async function replay(parts: Parts, caller: Caller, id: string): Promise<Delivery> {
  const { database, clock, events, note } = parts
  return database.transaction(async (tx) => {
    const delivery = orNotFound(await findDelivery(tx, id.toLowerCase()))
    const row = await lockOwn(tx, caller, delivery.channelId)
    const now = clock.now()
    const changes = {
      status: 'waiting' as const,
      ...{ attempts: 0, firstAttemptAt: null, wantedAt: now, nextAttemptAt: now, error: null },
    }
    await updateDelivery(tx, delivery.id, changes)
    await note(tx, 'channel_replay', row, 'sends a message again', { delivery: delivery.id })
    database.afterCommit(() => void events.publish(deliveriesWanted, {}))
    return presentDelivery({ ...delivery, ...changes }, caller)
  })
}
