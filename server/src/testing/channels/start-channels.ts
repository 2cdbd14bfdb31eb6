import { randomUUID } from 'node:crypto'
import type { ChannelCreate } from '@heddle/contract/channels.ts'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import { createOutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import { buildDenyList, DEFAULT_DENIED_RANGES } from '../../adapters/outbound/deny-list.ts'
import { createPostMessage } from '../../adapters/receiver/post-message.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { createChannelsService } from '../../features/channels/channels.service.ts'
import type { Subject } from '../../features/channels/channels.tables.ts'
import { type DeliverParts, deliverOneChannel } from '../../features/channels/deliver.ts'
import { createTellChannels } from '../../features/channels/tell-channels.ts'
import type { UsersService } from '../../features/users/index.ts'
import type { Caller } from '../../kernel/caller.ts'
import { startNotices } from '../notifications/start-notices.ts'
import { startReceiver } from './start-receiver.ts'

export type Channels = Awaited<ReturnType<typeof startChannels>>

const NOTHING: Subject = { kind: 'nothing', id: '' }
export const FAILED: Occurrence = {
  type: 'run.failed',
  category: 'scheduled_task',
  severity: 'error',
  title: 'Scheduled task "nightly" failed',
  text: 'The controller did not answer.',
  at: '2026-03-02T09:00:00.000+00:00',
  saved_query: null,
  connections: ['dc1'],
  counts: {},
  rows: [],
  blame: [],
  link: '/queries/scheduled-tasks/1/',
  key: 'heddle:run:1',
}

/** The feature on a database with a mail server and a receiver, without HTTP. Nothing is sent until `deliver`. */
export async function startChannels() {
  const notices = await startNotices()
  const receiver = await startReceiver()
  const { database, clock, secrets, outbox, events, logger } = notices
  const denied = buildDenyList(DEFAULT_DENIED_RANGES)
  if (!denied.ok) throw new Error(denied.message)
  const outcomes: string[] = []
  const present = new Set<number>()
  const users = {
    actor: async (id: number) => (present.has(id) ? callerOf(id) : undefined),
  } as unknown as UsersService
  const startProcess = (changed: Partial<DeliverParts> = {}): DeliverParts => ({
    ...{ database, clock, secrets, outbox, logger, users },
    post: createPostMessage({ deny: denied.deny, timeoutMs: 300 }),
    notify: notices.service.notify,
    audit: createAuditRecorder(clock),
    noteAttempt: (outcome) => outcomes.push(outcome),
    frontendUrl: 'https://heddle.example.org',
    ...changed,
  })
  const parts = startProcess()
  const service = createChannelsService({ ...parts, outbound: createOutboundRules(denied.deny), events })
  const tell = createTellChannels({ database, users, events, clock })
  const signal = new AbortController().signal
  const deliver = async (process = parts): Promise<void> => {
    while (await deliverOneChannel(process, signal));
  }
  const addUser = async (): Promise<number> => {
    const id = await notices.addUser()
    present.add(id)
    return id
  }
  return {
    ...notices,
    receiver,
    service,
    startProcess,
    outcomes,
    deliver,
    addUser,
    /** The account may no longer sign in. */
    deactivate: (id: number) => present.delete(id),
    callerOf,
    addChannel: async (body: Partial<ChannelCreate> = {}, caller?: Caller) =>
      service.create(caller ?? callerOf(await addUser()), {
        name: `channel ${randomUUID().slice(0, 4)}`,
        type: 'webhook',
        target: receiver.url,
        ...body,
      }),
    tell: (change: Partial<Occurrence> = {}, subject = NOTHING) =>
      database.transaction((tx) => tell(tx, { ...FAILED, ...change }, subject)),
    deliveriesOf: (channelId: string) =>
      notices.sql('select * from notification_deliveries where channel_id = $1 order by position', [channelId]),
    channel: async (id: string) => (await notices.sql('select * from notification_channels where id = $1', [id]))[0]!,
    stop: async () => {
      await receiver.close()
      await notices.stop()
    },
  }
}

const callerOf = (id: number): Caller => ({
  ...{ id, username: `user-${id}`, timezone: 'UTC', group: null, credential: { kind: 'session', id: '' } },
  ...{ isSuperuser: false, isAdmin: false, managesWorkspace: false, actsAsMember: true },
  permissions: new Set(['notifications.add_channel']),
})
