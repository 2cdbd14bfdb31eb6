import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'

/** The captures of a check, judged by what it expects today. */
export const checkPast = (heddle: Heddle, query: string, connection: string | undefined) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'checks', query, connection ?? null],
    queryFn: ({ signal }) =>
      heddle.history.checks(
        { saved_query: query, ...(connection !== undefined && { controller_connection: connection }) },
        { signal },
      ),
  })
