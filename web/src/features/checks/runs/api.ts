import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'

const LOOK_AGAIN_MS = 1_500

/** It has no channel: it is read again until it has finished. */
export const checkRun = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'checks', id],
    queryFn: async ({ signal }) => (await heddle.queries.checks.get(id, {}, { signal })).json(),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_AGAIN_MS : false),
  })
