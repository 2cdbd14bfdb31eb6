import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const PAGE_SIZE = 50
export const RUNS_KEY = ['queries', 'execution-logs'] as const

export const runList = (heddle: Heddle, query: Wire.ExecutionLogListQuery) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'list', query],
    queryFn: ({ signal }) => heddle.queries.executionLogs.list({ ...query, page_size: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  })

export const runDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'detail', id],
    queryFn: ({ signal }) => heddle.queries.executionLogs.get(id, { signal }),
  })

export const stagesOf = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'pipeline-executions', id],
    queryFn: ({ signal }) => heddle.queries.pipelineExecutions.get(id, { signal }),
  })
