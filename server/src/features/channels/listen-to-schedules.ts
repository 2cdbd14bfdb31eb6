import type { Static } from 'typebox'
import { changedRowToTell, type Occurrence, rowsToTell } from '@heddle/domain/channel/occurrence.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { cutPlainText, onOneLine, quotedName } from '../notifications/index.ts'
import { taskChangesFound, taskExpectationChanged, taskFailed, taskRecovered } from '../schedules/index.ts'
import type { Subject } from './channels.tables.ts'
import { findConnectionOfRun, findQueryOfTask } from './takers.store.ts'
import type { TellChannels } from './tell-channels.ts'

const LONGEST_TEXT = 1_000

/** What scheduled tasks find. Channels have rules of their own: what a task notifies its owner of does not matter. */
export function tellOfSchedules(events: Events, tell: TellChannels, clock: Clock): void {
  const told =
    <Payload extends { readonly task_id: string }>(
      occurrenceOf: (tx: Executor, payload: Payload, at: string) => Promise<Occurrence>,
    ) =>
    async (tx: Executor, payload: Payload): Promise<void> =>
      tell(tx, await occurrenceOf(tx, payload, timestamp(clock.now())), subjectOf(payload))
  events.onRaised(taskFailed, told(runFailed))
  events.onRaised(taskRecovered, told(runRecovered))
  events.onRaised(taskExpectationChanged, told(checkChanged))
  events.onRaised(taskChangesFound, told(changesFound))
}

const subjectOf = ({ task_id }: { readonly task_id: string }): Subject => ({ kind: 'task', id: task_id })

/** What all of them have in common. */
async function base(tx: Executor, taskId: string, at: string) {
  const query = await findQueryOfTask(tx, taskId)
  return {
    category: 'scheduled_task' as const,
    at,
    saved_query: query ?? null,
    connections: [],
    counts: {},
    rows: [],
    blame: [],
  }
}

const runOf = (id: string): string => `/queries/scheduled-executions/${id}/`

async function runFailed(tx: Executor, failed: Static<typeof taskFailed.schema>, at: string): Promise<Occurrence> {
  const text = cutPlainText(failed.error_message.trim(), LONGEST_TEXT) || 'The reason is unknown.'
  return {
    ...(await base(tx, failed.task_id, at)),
    type: 'run.failed',
    severity: 'error',
    title: `Scheduled task ${quotedName(failed.task_name)} failed`,
    text,
    counts: { failures_in_a_row: failed.failure_streak },
    link: runOf(failed.scheduled_execution_id),
    key: `heddle:run:${failed.task_id}`,
  }
}

async function runRecovered(
  tx: Executor,
  recovered: Static<typeof taskRecovered.schema>,
  at: string,
): Promise<Occurrence> {
  return {
    ...(await base(tx, recovered.task_id, at)),
    type: 'run.recovered',
    severity: 'info',
    title: `Scheduled task ${quotedName(recovered.task_name)} succeeds again`,
    text: 'Its newest run succeeded.',
    link: `/queries/scheduled-tasks/${recovered.task_id}/`,
    key: `heddle:run:${recovered.task_id}`,
  }
}

async function checkChanged(
  tx: Executor,
  changed: Static<typeof taskExpectationChanged.schema>,
  at: string,
): Promise<Occurrence> {
  const passes = changed.status === 'passed'
  const connection = await findConnectionOfRun(tx, changed.scheduled_execution_id)
  const name = changed.query_name === null ? 'The query' : `Query ${quotedName(changed.query_name)}`
  const reason = cutPlainText(onOneLine(changed.reason ?? ''), LONGEST_TEXT)
  return {
    ...(await base(tx, changed.task_id, at)),
    type: passes ? 'check.passed' : 'check.failed',
    severity: passes ? 'info' : 'warning',
    title: `${name} is ${passes ? 'as expected again' : 'not as expected'}`,
    text: passes ? `Found by scheduled task ${quotedName(changed.task_name)}.` : reason,
    connections: changed.connection_names,
    rows: passes ? [] : rowsToTell(changed.failing_rows),
    link: runOf(changed.scheduled_execution_id),
    key: `heddle:check:${changed.task_id}:${connection?.id ?? ''}`,
  }
}

async function changesFound(
  tx: Executor,
  found: Static<typeof taskChangesFound.schema>,
  at: string,
): Promise<Occurrence> {
  const { added, removed, changed } = found
  const connection = await findConnectionOfRun(tx, found.scheduled_execution_id)
  return {
    ...(await base(tx, found.task_id, at)),
    type: 'changes.found',
    severity: 'info',
    title: `Scheduled task ${quotedName(found.task_name)} found changes`,
    text: `${added} added, ${removed} removed, ${changed} changed since the previous snapshot.`,
    connections: connection?.name ? [connection.name] : [],
    counts: { added, removed, changed },
    rows: rowsToTell(found.changed_rows.map(changedRowToTell)),
    blame: (found.people ?? []).map((name) => cutPlainText(onOneLine(name), 100)),
    link: found.link,
    key: `heddle:changes:${found.task_id}`,
  }
}
