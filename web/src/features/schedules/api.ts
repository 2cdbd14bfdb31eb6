import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { readWithTag } from '../../lib/api/read-with-tag.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { NO_PREVIEWS } from '../../resources/runs.ts'

export const SCHEDULES_KEY = ['queries', 'scheduled-tasks'] as const
export const FIRINGS_KEY = ['queries', 'scheduled-executions'] as const
export const SCHEDULES_PER_PAGE = 50
export const FIRINGS_PER_PAGE = 20
const BUSY_MS = 2_000

export const scheduleList = (heddle: Heddle, query: Wire.ScheduledTaskListQuery) =>
  queryOptions({
    queryKey: [...SCHEDULES_KEY, 'list', query],
    queryFn: ({ signal }) =>
      heddle.queries.scheduledTasks.list({ ...query, page_size: SCHEDULES_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

/** How many firings are due in each hour of the week; apart from the list, which is read again and again. */
export const scheduleDensity = (heddle: Heddle, timezone: string) =>
  queryOptions({
    queryKey: [...SCHEDULES_KEY, 'density', timezone],
    queryFn: ({ signal }) => heddle.queries.scheduleDensity({ timezone }, { signal }),
  })

/** With the tag of what was read, for `If-Match`. */
export type ReadSchedule = Wire.ScheduledTask & { readonly etag: string }

/** Looks again while it runs. */
export const scheduleDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...SCHEDULES_KEY, 'detail', id],
    queryFn: ({ signal }): Promise<ReadSchedule> =>
      readWithTag((options) => heddle.queries.scheduledTasks.get(id, { ...options, signal })),
    refetchInterval: ({ state }) => (state.data?.running === true ? BUSY_MS : false),
  })

/** Read anew when the task stops running: its last run may have ended between two looks. */
export const firingList = (heddle: Heddle, task: string, page: number, isBusy: boolean) =>
  queryOptions({
    queryKey: [...FIRINGS_KEY, 'list', task, page, isBusy],
    queryFn: ({ signal }) =>
      heddle.queries.scheduledExecutions.list({ scheduled_task: task, page, page_size: FIRINGS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isBusy || state.data?.results.some(({ status }) => status === 'running') === true ? BUSY_MS : false,
  })

export const firingDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...FIRINGS_KEY, 'detail', id],
    queryFn: ({ signal }) => heddle.queries.scheduledExecutions.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? BUSY_MS : false),
  })

/** What is scheduled: its variables, connection and expectation. */
export const scheduledQuery = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'scheduled-query', id],
    queryFn: ({ signal }) => heddle.queries.savedQueries.get(id, { signal }),
    enabled: id !== '',
  })

/** The columns that the query gave when it last ran; none if it never did. */
export const queryColumns = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'columns', id],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { results } = await heddle.queries.executionLogs.list(
        { saved_query: id, status: 'success', page_size: 1, ...NO_PREVIEWS },
        { signal },
      )
      const newest = results[0]
      return newest === undefined ? [] : (await heddle.queries.executionLogs.get(newest.id, { signal })).columns
    },
    enabled: id !== '',
    staleTime: 60_000,
  })

export const launchTemplates = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['automation', 'templates', 'for-schedules'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.templates.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

export const taskSettings = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'task-settings'],
    queryFn: ({ signal }) => heddle.queries.taskSettings.get({ signal }),
  })
