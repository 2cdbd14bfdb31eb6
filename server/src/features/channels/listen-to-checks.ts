import type { Static } from 'typebox'
import { type Occurrence, rowsToTell } from '@heddle/domain/channel/occurrence.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { checkResultChanged } from '../checks/index.ts'
import { cutPlainText, onOneLine, quotedName } from '../notifications/index.ts'
import { findConnectionName } from './faults.store.ts'
import type { TellChannels } from './tell-channels.ts'

const LONGEST_TEXT = 1_000

/** What checks find that somebody asked for, by hand or of a pack. */
export function tellOfChecks(events: Events, tell: TellChannels, clock: Clock): void {
  events.onRaised(checkResultChanged, async (tx, changed) => {
    const connection = await findConnectionName(tx, changed.controller_connection)
    const occurrence = occurrenceOf(changed, connection, timestamp(clock.now()))
    await tell(tx, occurrence, { kind: 'check', id: changed.check_id })
  })
}

function occurrenceOf(
  changed: Static<typeof checkResultChanged.schema>,
  connection: string | undefined,
  at: string,
): Occurrence {
  const passes = changed.status === 'passed'
  return {
    type: passes ? 'check.passed' : 'check.failed',
    category: 'scheduled_task',
    severity: passes ? 'info' : 'warning',
    title: `Query ${quotedName(changed.query_name)} is ${passes ? 'as expected again' : 'not as expected'}`,
    text: passes ? 'Found by a check.' : cutPlainText(onOneLine(changed.reason ?? ''), LONGEST_TEXT),
    at,
    saved_query: { id: changed.saved_query, name: changed.query_name },
    connections: connection === undefined ? [] : [connection],
    counts: {},
    rows: passes ? [] : rowsToTell(changed.failing_rows),
    blame: [],
    link: `/queries/checks/${changed.check_id}/`,
    key: `heddle:check:${changed.saved_query}:${changed.controller_connection}`,
  }
}
