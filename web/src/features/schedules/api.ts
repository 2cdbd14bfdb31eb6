import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const SCHEDULES_KEY = ['queries', 'scheduled-tasks'] as const
export const SCHEDULES_PER_PAGE = 50

export const scheduleList = (heddle: Heddle, query: Wire.ScheduledTaskListQuery) =>
  queryOptions({
    queryKey: [...SCHEDULES_KEY, 'list', query],
    queryFn: ({ signal }) =>
      heddle.queries.scheduledTasks.list({ ...query, page_size: SCHEDULES_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })
