import type { DashboardChange } from '@heddle/contract/dashboard.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { type Access, isAllowed, may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import {
  listAutomationFaults,
  listControllerFaults,
  listDifferingCaptures,
  listFailedChecks,
  listFinishedRequests,
  listOverdueTasks,
  listTroubledFirings,
  listWaitingRequests,
} from './changes.store.ts'
import { captureTitle, checkTitle, faultTitle, requestTitle, taskTitle } from './change-titles.ts'

/** A change, and when it happened in a form that can be sorted. */
export type DatedChange = DashboardChange & { readonly atMs: number }
type Window = { readonly since: Date; readonly limit: number }

/** Schedulers look every few seconds; a minute is an ordinary delay on a busy machine. */
const LATE_MS = 5 * MINUTE

const SEES = {
  snapshots: may('history.view_snapshot', 'queries.view_savedquery'),
  tasks: may('queries.view_scheduledtask'),
  runs: may('queries.view_executionlog', 'queries.view_savedquery'),
  checks: may('queries.execute_savedquery'),
  requests: may('automation.view_request'),
  approvals: may('automation.approve_request', 'automation.view_request'),
  controllers: may('controller.view_connection'),
  automation: may('automation.view_connection'),
} as const

/**
 * The changes of all kinds that the caller may see. They are read one after the other: the embedded database answers
 * one question at a time, and a pool has others to serve.
 */
export async function collectChanges(
  db: Executor,
  caller: Caller,
  window: Window,
  nowMs: number,
): Promise<DatedChange[]> {
  const ifAllowed = async (access: Access, list: () => Promise<DatedChange[]>): Promise<DatedChange[]> =>
    isAllowed(access, caller) ? list() : []
  const captures = await ifAllowed(SEES.snapshots, () => captureChanges(db, window))
  const tasks = await ifAllowed(SEES.tasks, () => taskChanges(db, caller, window, new Date(nowMs - LATE_MS)))
  const finished = await ifAllowed(SEES.requests, () => finishedChanges(db, caller, window))
  const waiting = await ifAllowed(SEES.approvals, () => waitingChanges(db, caller, window))
  const controllers = await ifAllowed(SEES.controllers, () => controllerChanges(db, window))
  const checks = await ifAllowed(SEES.runs, () => checkChanges(db, caller, window))
  const servers = await ifAllowed(SEES.automation, () => automationChanges(db, window))
  return [...captures, ...tasks, ...finished, ...waiting, ...checks, ...controllers, ...servers]
}

async function captureChanges(db: Executor, window: Window): Promise<DatedChange[]> {
  return (await listDifferingCaptures(db, window)).map(({ id, queryName, changes, at }) => {
    const { added, removed, changed } = changes!
    const counts = { added, removed, changed }
    const title = captureTitle(queryName, counts)
    return dated('snapshot_changes', 'info', at, title, `/history/snapshots/${id}/`, counts)
  })
}

/** Firings that failed or came late, and tasks that are overdue without one. */
async function taskChanges(db: Executor, caller: Caller, window: Window, overdueBefore: Date): Promise<DatedChange[]> {
  const firings = await listTroubledFirings(db, caller, LATE_MS, window)
  const overdue = await listOverdueTasks(db, caller, overdueBefore, window)
  const troubled = new Set(firings.map(({ id }) => id))
  return [
    ...firings.map(({ id, name, status, isPaused, runs, at }) =>
      status === 'success'
        ? dated('task_late', 'warning', at, taskTitle(name, 'late'), taskPage(id), { runs })
        : dated('task_failed', 'error', at, taskTitle(name, isPaused ? 'paused' : 'failed'), taskPage(id), { runs }),
    ),
    ...overdue
      .filter(({ id }) => !troubled.has(id))
      .map(({ id, name, at }) =>
        dated('task_late', 'warning', at!, taskTitle(name, 'overdue'), taskPage(id), { runs: 0 }),
      ),
  ]
}

async function finishedChanges(db: Executor, caller: Caller, window: Window): Promise<DatedChange[]> {
  return (await listFinishedRequests(db, caller, window)).map(({ id, templateName, status, rows, at }) => {
    const severity = status === 'failed' ? 'warning' : 'info'
    return dated('request_finished', severity, at!, requestTitle(templateName, status), requestPage(id), { rows })
  })
}

async function waitingChanges(db: Executor, caller: Caller, window: Window): Promise<DatedChange[]> {
  return (await listWaitingRequests(db, caller, window)).map(({ id, templateName, rows, at }) =>
    dated('request_waiting', 'warning', at, requestTitle(templateName, 'waiting'), requestPage(id), { rows }),
  )
}

async function checkChanges(db: Executor, caller: Caller, window: Window): Promise<DatedChange[]> {
  return (await listFailedChecks(db, window)).map((failed) => {
    const { names, queries, rows, at, isNew } = failed
    const counts = { rows, new: isNew ? 1 : 0, queries }
    return dated('check_failed', 'warning', at, checkTitle(names, queries), checkLink(caller, failed), counts)
  })
}

type FailedCheck = Awaited<ReturnType<typeof listFailedChecks>>[number]

/** A check is seen by who started it and by administrators; others find the runs in their list. */
function checkLink(caller: Caller, { checkId, checkOwner, newestId, queries }: FailedCheck): string {
  if (checkId === null || queries === 1) return `/queries/execution-logs/${newestId}/`
  const maySee = isAllowed(SEES.checks, caller) && (caller.isAdmin || checkOwner === caller.id)
  return maySee ? `/queries/checks/${checkId}/` : '/queries/execution-logs/'
}

async function controllerChanges(db: Executor, window: Window): Promise<DatedChange[]> {
  return (await listControllerFaults(db, window)).map(({ name, reason, at }) =>
    dated('connection_fault', 'error', at, faultTitle('Controller', name, reason), '/controller/connections/', {}),
  )
}

async function automationChanges(db: Executor, window: Window): Promise<DatedChange[]> {
  return (await listAutomationFaults(db, window)).map(({ name, at }) => {
    const title = faultTitle('Automation server', name, null)
    return dated('connection_fault', 'error', at!, title, '/automation/connections/', {})
  })
}

const taskPage = (id: string): string => `/queries/scheduled-tasks/${id}/`
const requestPage = (id: string): string => `/automation/requests/${id}/`

function dated(
  type: DatedChange['type'],
  severity: DatedChange['severity'],
  at: Date,
  title: string,
  link: string,
  counts: DatedChange['counts'],
): DatedChange {
  return { type, severity, at: timestamp(at), atMs: at.getTime(), title, link, counts }
}
