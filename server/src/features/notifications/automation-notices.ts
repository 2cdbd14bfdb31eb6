import type { NotificationSeverity } from '@heddle/contract/notifications.ts'
import type { Static } from 'typebox'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import type { requestDecided, requestEnded, requestWaits } from '../automation/index.ts'
import type { followUpFailed } from '../schedules/index.ts'
import type { Cause, Notice } from './notice.ts'
import { cutPlainText, quotedName } from './plain-text.ts'

/** The texts for events of automation. */

type Ended = Static<typeof requestEnded.schema>

const CATEGORY = 'automation_execution'
const LONGEST_ERROR = 2_000

const linkTo = (requestId: string): string => `/automation/requests/${requestId}`
/** A firing makes a request for each of its connections, up to a hundred: one notice is enough. */
const oncePer = (firing: string | undefined, what: string): { readonly cause?: Cause } =>
  firing === undefined ? {} : { cause: { key: `requests-${what}:${firing}`, intervalMs: DAY } }

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

export function endNotice(ended: Ended, firing: string | undefined): Notice & { readonly cause?: Cause } {
  const { words, severity } = ENDINGS[ended.status]
  const after = ended.again ? ' A job that was found later has changed the outcome.' : ''
  return {
    category: CATEGORY,
    severity,
    title: `Request from ${quotedName(ended.template_name)} ${words}`,
    body: `It had ${rowsOf(ended.row_count)}.${after}`,
    link: linkTo(ended.request_id),
    ...oncePer(firing, ended.status),
  }
}

// Only the last three are ends.
const ENDINGS: Readonly<Record<Ended['status'], { readonly words: string; readonly severity: NotificationSeverity }>> =
  {
    pending: { words: 'waits', severity: 'info' },
    running: { words: 'is running', severity: 'info' },
    succeeded: { words: 'succeeded', severity: 'info' },
    failed: { words: 'failed', severity: 'error' },
    cancelled: { words: 'was cancelled', severity: 'warning' },
  }

export function waitNotice(
  waits: Static<typeof requestWaits.schema>,
  firing: string | undefined,
): Notice & { readonly cause?: Cause } {
  const from = waits.scheduled_execution === null ? '' : ', found by a scheduled task'
  return {
    category: CATEGORY,
    severity: 'warning',
    title: `Request from ${quotedName(waits.template_name)} waits for approval`,
    body: `${rowsOf(waits.row_count)}${from}, requested by ${quotedName(waits.username)}. It ends if nobody decides within 7 days.`,
    link: linkTo(waits.request_id),
    ...oncePer(firing, 'waiting'),
  }
}

export function decisionNotice(decided: Static<typeof requestDecided.schema>): Notice {
  const by = decided.decided_by === null ? 'Nobody decided in time.' : `By ${quotedName(decided.decided_by)}.`
  const note = decided.note.trim()
  return {
    category: CATEGORY,
    severity: decided.decision === 'approved' ? 'info' : 'warning',
    title: `Request from ${quotedName(decided.template_name)} was ${decided.decision}`,
    body: decided.decided_by === null || note === '' ? by : `${by}\n\n${note}`,
    link: linkTo(decided.request_id),
  }
}

/** A task that fires often fails in the same way each time. */
export function followUpNotice(failed: Static<typeof followUpFailed.schema>): Notice & { readonly cause: Cause } {
  return {
    category: CATEGORY,
    severity: 'error',
    title: `Changes found by ${quotedName(failed.task_name)} were not launched`,
    body: cutPlainText(failed.error.trim(), LONGEST_ERROR),
    link: `/queries/scheduled-executions/${failed.scheduled_execution_id}/`,
    cause: { key: `follow-up-failed:${failed.task_id}`, intervalMs: 10 * MINUTE },
  }
}
