import { CHANGE_SEVERITIES, type DashboardChange, type DashboardChanges } from '@heddle/contract/dashboard.ts'
import type { Database } from '../../adapters/database/database.ts'
import { type Access, isAllowed, may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { FieldErrors } from '../../kernel/errors.ts'
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

type Dependencies = { readonly database: Database; readonly clock: Clock }
type Found = DashboardChange & { readonly atMs: number }

const USUAL_WINDOW_MS = DAY
const LONGEST_WINDOW_MS = 30 * DAY
const MOST = 200
/** Schedulers look every few seconds; a minute is an ordinary delay on a busy machine. */
const LATE_MS = 5 * MINUTE

const SEES = {
  snapshots: may('history.view_snapshot', 'queries.view_savedquery'),
  tasks: may('queries.view_scheduledtask'),
  runs: may('queries.view_executionlog', 'queries.view_savedquery'),
  requests: may('automation.view_request'),
  approvals: may('automation.approve_request', 'automation.view_request'),
  controllers: may('controller.view_connection'),
  automation: may('automation.view_connection'),
} as const

export type ChangesService = ReturnType<typeof createChangesService>

/** What happened while somebody was away, as far as they may see it. */
export function createChangesService({ database: { db }, clock }: Dependencies) {
  async function collect(caller: Caller, since: Date): Promise<Found[]> {
    const window = { since, limit: MOST + 1 }
    const ifAllowed = async <Row>(access: Access, list: () => Promise<Row[]>): Promise<Row[]> =>
      isAllowed(access, caller) ? list() : []
    const overdueBefore = new Date(clock.now().getTime() - LATE_MS)
    // One after the other: the embedded database answers one question at a time, and a pool has others to serve.
    const captures = await ifAllowed(SEES.snapshots, () => listDifferingCaptures(db, window))
    const firings = await ifAllowed(SEES.tasks, () => listTroubledFirings(db, caller, LATE_MS, window))
    const overdue = await ifAllowed(SEES.tasks, () => listOverdueTasks(db, caller, overdueBefore, window))
    const finished = await ifAllowed(SEES.requests, () => listFinishedRequests(db, caller, window))
    const waiting = await ifAllowed(SEES.approvals, () => listWaitingRequests(db, caller, window))
    const controllers = await ifAllowed(SEES.controllers, () => listControllerFaults(db, window))
    const checks = await ifAllowed(SEES.runs, () => listFailedChecks(db, window))
    const servers = await ifAllowed(SEES.automation, () => listAutomationFaults(db, window))
    const troubled = new Set(firings.map(({ id }) => id))
    return [
      ...captures.map(({ id, queryName, changes, at }) => {
        const { added, removed, changed } = changes!
        const counts = { added, removed, changed }
        return found(
          'snapshot_changes',
          'info',
          at,
          captureTitle(queryName, counts),
          `/history/snapshots/${id}/`,
          counts,
        )
      }),
      ...firings.map(({ id, name, status, isPaused, runs, at }) =>
        status === 'success'
          ? found('task_late', 'warning', at, taskTitle(name, 'late'), taskPage(id), { runs })
          : found('task_failed', 'error', at, taskTitle(name, isPaused ? 'paused' : 'failed'), taskPage(id), { runs }),
      ),
      ...overdue
        .filter(({ id }) => !troubled.has(id))
        .map(({ id, name, at }) =>
          found('task_late', 'warning', at!, taskTitle(name, 'overdue'), taskPage(id), { runs: 0 }),
        ),
      ...finished.map(({ id, templateName, status, rows, at }) =>
        found(
          'request_finished',
          status === 'failed' ? 'warning' : 'info',
          at!,
          requestTitle(templateName, status),
          requestPage(id),
          {
            rows,
          },
        ),
      ),
      ...waiting.map(({ id, templateName, rows, at }) =>
        found('request_waiting', 'warning', at, requestTitle(templateName, 'waiting'), requestPage(id), { rows }),
      ),
      ...checks.map(({ id, queryName, rows, at }) =>
        found('check_failed', 'warning', at, checkTitle(queryName), `/queries/execution-logs/${id}/`, { rows }),
      ),
      ...controllers.map(({ name, reason, at }) =>
        found('connection_fault', 'error', at, faultTitle('Controller', name, reason), '/controller/connections/', {}),
      ),
      ...servers.map(({ name, at }) =>
        found(
          'connection_fault',
          'error',
          at!,
          faultTitle('Automation server', name, null),
          '/automation/connections/',
          {},
        ),
      ),
    ]
  }

  return {
    /** Worst first, then newest. */
    list: async (caller: Caller, asked: Date | undefined): Promise<DashboardChanges> => {
      const now = clock.now().getTime()
      const since = asked ?? new Date(now - USUAL_WINDOW_MS)
      if (now - since.getTime() > LONGEST_WINDOW_MS)
        throw new FieldErrors({ since: ['This is more than 30 days ago.'] })
      const all = since.getTime() > now ? [] : await collect(caller, since)
      const listed = all
        .toSorted((a, b) => rank(a) - rank(b) || b.atMs - a.atMs || (a.link < b.link ? -1 : 1))
        .slice(0, MOST)
      return {
        since: timestamp(since),
        results: listed.map(({ atMs: _, ...change }) => change),
        truncated: all.length > MOST,
      }
    },
  }
}

const taskPage = (id: string): string => `/queries/scheduled-tasks/${id}/`
const requestPage = (id: string): string => `/automation/requests/${id}/`
const rank = ({ severity }: Found): number => CHANGE_SEVERITIES.indexOf(severity)

function found(
  type: Found['type'],
  severity: Found['severity'],
  at: Date,
  title: string,
  link: string,
  counts: Found['counts'],
): Found {
  return { type, severity, at: timestamp(at), atMs: at.getTime(), title, link, counts }
}
