import type { Static } from 'typebox'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import type { auditFloorLowered } from '../audit/index.ts'
import type { mimImportEnded } from '../mim-registry/index.ts'
import type { schedulesStalled, taskChangesFound, taskFailed, taskPaused } from '../schedules/index.ts'
import type { Cause, Notice } from './notice.ts'
import { describeChanges } from './describe-changes.ts'
import { cutPlainText, LONGEST_TITLE_NAME, onOneLine, quotedName } from './plain-text.ts'

/** The texts for events of other features. */

const LONGEST_ERROR = 500

export function failureNotice(failed: Static<typeof taskFailed.schema>): Notice & { readonly cause: Cause } {
  const error = cutPlainText(failed.error_message.trim(), LONGEST_ERROR) || 'The reason is unknown.'
  return {
    category: 'scheduled_task',
    severity: 'error',
    title: `Scheduled task ${quotedName(failed.task_name)} failed`,
    body: `${error}\n\n${describeStreak(failed.failure_streak)}`,
    link: `/queries/scheduled-executions/${failed.scheduled_execution_id}/`,
    cause: { key: `task-failed:${failed.task_id}`, intervalMs: 10 * MINUTE },
  }
}

export function pauseNotice(paused: Static<typeof taskPaused.schema>): Notice {
  return {
    category: 'scheduled_task',
    severity: 'error',
    title: `Scheduled task ${quotedName(paused.task_name)} was paused`,
    body: `${paused.reason ?? describeStreak(paused.failure_streak)} It will not run again until it is enabled.`,
    link: `/queries/scheduled-tasks/${paused.task_id}/`,
  }
}

export function changesNotice(found: Static<typeof taskChangesFound.schema>): Notice {
  return {
    category: 'scheduled_task',
    severity: 'info',
    title: `Scheduled task ${quotedName(found.task_name)} found changes`,
    body: describeChanges(found),
    link: found.link,
  }
}

export function stallNotice(stalled: Static<typeof schedulesStalled.schema>): Notice & { readonly cause: Cause } {
  const count = stalled.due_tasks === 1 ? '1 task is' : `${stalled.due_tasks} tasks are`
  return {
    category: 'system',
    severity: 'error',
    title: 'Scheduled tasks are not running',
    body: `${count} overdue, the oldest since ${stalled.oldest_due_at}. Check that a worker process is running and can reach the database.`,
    link: '/queries/scheduled-tasks/',
    cause: { key: 'schedules-stalled', intervalMs: HOUR },
  }
}

export function auditFloorNotice({ username, settings }: Static<typeof auditFloorLowered.schema>): Notice {
  const values = Object.entries(settings).map(([name, value]) => `${name}: ${value}`)
  return {
    category: 'system',
    severity: 'warning',
    title: `${cutPlainText(onOneLine(username), LONGEST_TITLE_NAME)} lowered what the audit log keeps`,
    body: `New settings of protected categories:\n\n${values.join('\n')}`,
    link: '/audit/settings/',
  }
}

export function importNotice(ended: Static<typeof mimImportEnded.schema>): Notice {
  const link = `/mim-registry/remote/runs/${ended.run_id}/`
  const version = `MIM version ${quotedName(ended.version_key)}`
  const title = `${version} ${ended.activates ? 'is installed' : 'can be compared'}`
  if (ended.state === 'succeeded')
    return { category: 'system', severity: 'info', title, body: describeModel(ended), link }
  const body = `${cutPlainText(ended.error_summary.trim(), LONGEST_ERROR)}\n\nThe import can be resumed; until then the previous version stays in use.`
  return { category: 'system', severity: 'error', title: `The import of ${version} failed`, body, link }
}

function describeModel(ended: Static<typeof mimImportEnded.schema>): string {
  const { class_count: classes, property_count: properties, not_found_count: missing, failed_count: failed } = ended
  return `${classes} classes with ${properties} properties; ${missing} class documents were not found, ${failed} failed.`
}

function describeStreak(failures: number): string {
  return failures <= 1
    ? 'This is the first failure since the last success.'
    : `It has failed ${failures} times in a row.`
}
