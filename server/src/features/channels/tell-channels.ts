import { randomUUID } from 'node:crypto'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import { isIncident } from '@heddle/domain/channel/pagerduty-event.ts'
import { endsTrouble, takesOccurrence } from '@heddle/domain/channel/takes-occurrence.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { UsersService } from '../users/index.ts'
import { deliveriesWanted } from './channels.events.ts'
import { endMutesOf } from './channels.store.ts'
import type { Subject } from './channels.tables.ts'
import { insertDeliveries } from './deliveries.store.ts'
import { mayLearn } from './may-learn.ts'
import { mutedChannels } from './muted-channels.ts'
import { findPlace, listOpenChannels, type OpenChannel } from './takers.store.ts'

type Parts = {
  readonly database: Database
  readonly users: Pick<UsersService, 'actor'>
  readonly events: Events
  readonly clock: Clock
}

/** Writes a message for each channel that takes the occurrence, in the transaction of what happened. */
export type TellChannels = (tx: Executor, occurrence: Occurrence, subject: Subject) => Promise<void>

export function createTellChannels({ database, users, events, clock }: Parts): TellChannels {
  return async (tx, occurrence, subject) => {
    const open = await listOpenChannels(tx)
    if (open.length === 0) return
    const takers = await takersOf(tx, open, occurrence, clock.now())
    const told: OpenChannel[] = []
    for (const channel of takers) if (await mayLearn(users, tx, channel, subject)) told.push(channel)
    if (told.length === 0) return
    const now = clock.now()
    const message = { eventId: randomUUID(), occurrence, subject, createdAt: now, wantedAt: now, nextAttemptAt: now }
    await insertDeliveries(
      tx,
      told.map(({ id }) => ({ ...message, id: randomUUID(), channelId: id })),
    )
    database.afterCommit(() => void events.publish(deliveriesWanted, {}))
  }
}

/** Channels whose rules let it pass, and that are not muted. Mutes that lasted until this end. */
async function takersOf(
  tx: Executor,
  open: readonly OpenChannel[],
  occurrence: Occurrence,
  now: Date,
): Promise<OpenChannel[]> {
  const query = occurrence.saved_query?.id ?? null
  const place = query === null ? { folders: [], pack: null, expects: false } : await findPlace(tx, query)
  const takers = open.filter(
    ({ type, events }) => suits(type, occurrence) && takesOccurrence(events, occurrence, place),
  )
  if (endsTrouble(occurrence)) {
    const passes = occurrence.type === 'check.passed' || !place.expects
    if (query !== null && passes) await endMutesOf(tx, query)
    return takers
  }
  const muted = await mutedChannels(
    tx,
    takers.map(({ id }) => id),
    occurrence,
    now,
  )
  return takers.filter(({ id }) => !muted.has(id))
}

/** Incidents need their end, which for people is no news. */
const suits = (type: OpenChannel['type'], occurrence: Occurrence): boolean =>
  type === 'pagerduty' ? isIncident(occurrence) && !isOfCheck(occurrence) : occurrence.type !== 'run.recovered'

/** Of these, each finding is an incident of its own: `tell-incidents.ts`. */
const isOfCheck = ({ type }: Occurrence): boolean => type === 'check.failed' || type === 'check.passed'
