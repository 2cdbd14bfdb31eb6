import type { Static } from 'typebox'
import type { NotificationSeverity } from '@heddle/contract/notifications.ts'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { requestEnded, requestWaits } from '../automation/index.ts'
import { quotedName } from '../notifications/index.ts'
import { waiverExpired } from '../waivers/index.ts'
import type { TellChannels } from './tell-channels.ts'

const SEVERITIES: Readonly<Record<string, NotificationSeverity>> = { failed: 'error', cancelled: 'warning' }
const NO_QUERY = { saved_query: null, connections: [], rows: [], blame: [] }

/** Requests of automation that wait or have ended, and waivers whose time is over. */
export function tellOfRequests(events: Events, tell: TellChannels, clock: Clock): void {
  const now = () => timestamp(clock.now())
  events.onRaised(requestWaits, (tx, waits) =>
    tell(tx, requestWaiting(waits, now()), { kind: 'waiting_request', id: waits.request_id }),
  )
  events.onRaised(requestEnded, (tx, ended) =>
    tell(tx, requestFinished(ended, now()), { kind: 'request', id: ended.request_id }),
  )
  events.onRaised(waiverExpired, (tx, expired) =>
    tell(tx, waiverEnded(expired, now()), { kind: 'query', id: expired.saved_query }),
  )
}

const linkTo = (requestId: string): string => `/automation/requests/${requestId}`

function requestWaiting(waits: Static<typeof requestWaits.schema>, at: string): Occurrence {
  return {
    ...NO_QUERY,
    type: 'request.waiting',
    category: 'automation_execution',
    severity: 'warning',
    title: `Request from ${quotedName(waits.template_name)} waits for approval`,
    text: `Requested by ${quotedName(waits.username)}.`,
    at,
    counts: { rows: waits.row_count },
    link: linkTo(waits.request_id),
    key: `heddle:request:${waits.request_id}`,
  }
}

function requestFinished(ended: Static<typeof requestEnded.schema>, at: string): Occurrence {
  return {
    ...NO_QUERY,
    type: 'request.finished',
    category: 'automation_execution',
    severity: SEVERITIES[ended.status] ?? 'info',
    title: `Request from ${quotedName(ended.template_name)}: ${ended.declined ? 'declined' : ended.status}`,
    text: `Requested by ${quotedName(ended.username)}.`,
    at,
    counts: { rows: ended.row_count },
    link: linkTo(ended.request_id),
    key: `heddle:request:${ended.request_id}`,
  }
}

function waiverEnded(expired: Static<typeof waiverExpired.schema>, at: string): Occurrence {
  const { saved_query: id, query_name: name, resource, reason, waiver_id } = expired
  return {
    ...NO_QUERY,
    type: 'waiver.expired',
    category: 'scheduled_task',
    severity: 'warning',
    title: `A waiver of query ${quotedName(name)} expired`,
    text: `Findings about ${resource} count again. They were waived because: ${reason}`.slice(0, 1_000),
    at,
    saved_query: { id, name },
    counts: {},
    link: `/queries/${id}/`,
    key: `heddle:waiver:${waiver_id}`,
  }
}
