import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { Finding } from '@heddle/contract/findings.ts'
import { type Occurrence, rowsToTell, shortened } from '@heddle/domain/channel/occurrence.ts'
import { takesOccurrence } from '@heddle/domain/channel/takes-occurrence.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { runEnded } from '../executions/index.ts'
import { cutPlainText, onOneLine, quotedName } from '../notifications/index.ts'
import type { UsersService } from '../users/index.ts'
import { deliveriesWanted } from './channels.events.ts'
import type { Subject } from './channels.tables.ts'
import { insertDeliveries } from './deliveries.store.ts'
import { findConnectionName } from './faults.store.ts'
import {
  closeIncidents,
  findAskerOf,
  findQueryName,
  firstFindings,
  listIncidentChannels,
  lockIncidents,
  openIncidents,
} from './incidents.store.ts'
import { mayLearn } from './may-learn.ts'
import { mutedChannels } from './muted-channels.ts'
import { findPlace, type OpenChannel } from './takers.store.ts'

type Parts = {
  readonly database: Database
  readonly users: Pick<UsersService, 'actor'>
  readonly events: Events
  readonly clock: Clock
}
type RunEnded = Static<(typeof runEnded)['schema']>

const LONGEST_TEXT = 1_000
const LONGEST_RESOURCE = 300
const SEVERITIES = { none: 'info', low: 'info', medium: 'warning', high: 'error', critical: 'error' } as const
/** After others there is nothing to compare with. */
const JUDGED: ReadonlySet<string> = new Set(['passed', 'failed', 'waived'])

/**
 * One incident for each finding of a task or check, for channels of PagerDuty: opened when a run finds it first, and
 * resolved by the first one that does not. Other channels report that a query fails, not each of its findings.
 */
export function tellOfFindings(parts: Parts): void {
  parts.events.onRaised(
    runEnded,
    async (tx, ended) => {
      if (!isJudged(ended)) return
      const pagers = await listIncidentChannels(tx)
      if (pagers.length > 0) await tellOf(parts, tx, pagers, ended)
    },
    { concerns: isJudged },
  )
}

const isJudged = (ended: RunEnded): ended is RunEnded & { readonly saved_query: string } =>
  ended.saved_query !== null &&
  ended.expectation !== null &&
  !ended.cancelled &&
  ended.status === 'success' &&
  JUDGED.has(ended.expectation.status)

async function tellOf(
  parts: Parts,
  tx: Executor,
  pagers: readonly OpenChannel[],
  ended: RunEnded & { readonly saved_query: string },
): Promise<void> {
  const { execution_id: executionId, saved_query: savedQuery, controller_connection: connection } = ended
  const asker = await findAskerOf(tx, executionId)
  if (!asker) return
  const name = (await findQueryName(tx, savedQuery)) ?? ''
  const connectionName = await findConnectionName(tx, connection)
  const about: About = {
    savedQuery: { id: savedQuery, name },
    connections: connectionName === undefined ? [] : [connectionName],
    link: asker.link,
    at: timestamp(parts.clock.now()),
  }
  const found = ended.expectation?.status === 'failed' ? await firstFindings(tx, executionId) : []
  const failing = found.map((finding) => occurrenceOf(finding, about))
  const topic = `${savedQuery}:${connection}`
  for (const pager of pagers) await tellPager(parts, tx, pager, { topic, about, failing, subject: asker.subject })
}

type News = {
  readonly topic: string
  readonly about: About
  readonly failing: readonly Occurrence[]
  readonly subject: Subject
}

async function tellPager(parts: Parts, tx: Executor, pager: OpenChannel, { topic, about, failing, subject }: News) {
  const { database, users, events, clock } = parts
  const open = await lockIncidents(tx, pager.id, topic)
  const present = new Set(failing.map(({ key }) => key))
  const known = new Set(open.map(({ finding }) => finding))
  const gone = open.filter(({ finding }) => !present.has(finding))
  const fresh = await takenBy(
    parts,
    tx,
    pager,
    failing.filter(({ key }) => !known.has(key)),
    subject,
  )
  if (gone.length + fresh.length === 0) return
  const now = clock.now()
  const opened = new Set(
    await openIncidents(
      tx,
      fresh.map(({ key, title }) => ({ channelId: pager.id, finding: key, topic, title, openedAt: now })),
    ),
  )
  await closeIncidents(
    tx,
    pager.id,
    gone.map(({ finding }) => finding),
  )
  const ends = (await mayLearn(users, tx, pager, subject)) ? gone.map((incident) => endOf(incident, about)) : []
  const occurrences = [...fresh.filter(({ key }) => opened.has(key)), ...ends]
  const message = { channelId: pager.id, subject, createdAt: now, wantedAt: now, nextAttemptAt: now }
  await insertDeliveries(
    tx,
    occurrences.map((occurrence) => ({ ...message, id: randomUUID(), eventId: randomUUID(), occurrence })),
  )
  if (occurrences.length > 0) database.afterCommit(() => void events.publish(deliveriesWanted, {}))
}

/** What the rules of a channel let pass, its mutes, and the rights of its owner. */
async function takenBy(
  { users, clock }: Parts,
  tx: Executor,
  pager: OpenChannel,
  fresh: readonly Occurrence[],
  subject: Subject,
): Promise<readonly Occurrence[]> {
  const [first] = fresh
  if (!first?.saved_query) return []
  const place = await findPlace(tx, first.saved_query.id)
  const taken = fresh.filter((occurrence) => takesOccurrence(pager.events, occurrence, place))
  if (taken.length === 0 || (await mutedChannels(tx, [pager.id], first, clock.now())).size > 0) return []
  return (await mayLearn(users, tx, pager, subject)) ? taken : []
}

type About = {
  readonly savedQuery: { readonly id: string; readonly name: string }
  readonly connections: readonly string[]
  readonly link: string
  readonly at: string
}

const base = ({ savedQuery, connections, link, at }: About) => ({
  ...{ category: 'scheduled_task' as const, saved_query: savedQuery, connections, link, at },
  ...{ counts: {}, blame: [] },
})

function occurrenceOf({ id, resource, reason, severity, row }: Finding, about: About): Occurrence {
  const what = resource === null ? '' : `: ${shortened(onOneLine(resource), LONGEST_RESOURCE)}`
  return {
    ...base(about),
    type: 'check.failed',
    severity: SEVERITIES[severity],
    title: `Query ${quotedName(about.savedQuery.name)}${what}`,
    text: cutPlainText(onOneLine(reason), LONGEST_TEXT),
    rows: row === null ? [] : rowsToTell([row]),
    key: id,
  }
}

const endOf = ({ finding, title }: { readonly finding: string; readonly title: string }, about: About): Occurrence => ({
  ...base(about),
  ...{
    type: 'check.passed',
    severity: 'info',
    title,
    text: 'The newest run no longer finds it.',
    rows: [],
    key: finding,
  },
})
