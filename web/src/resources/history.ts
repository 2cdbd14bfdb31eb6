import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'
import type { Wire } from '../lib/api/wire.ts'

/** Everything about captures is under it. */
export const HISTORY_KEY = ['history'] as const

/** As many captures as a time bar has room for. */
export const MOST_CAPTURES = 200

/** The newest captures of a query, or those up to an instant and from another on; newest first. */
export const captureList = (heddle: Heddle, query: string, until?: string, from?: string) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'snapshots', query, 'newest', until ?? null, from ?? null],
    queryFn: ({ signal }) =>
      heddle.history.snapshots.list(
        {
          ...{ saved_query: query, page_size: MOST_CAPTURES },
          ...(until !== undefined && { captured_before: until }),
          ...(from !== undefined && { captured_after: from }),
        },
        { signal },
      ),
  })

/** Captures that follow each other: of the same connection, or of the same ones of a merged run. */
export const lineageOf = ({
  controller_connection: connection,
  controller_connections: merged,
}: Pick<Wire.SnapshotItem, 'controller_connection' | 'controller_connections'>): string =>
  connection ?? (merged ?? []).toSorted().join(' ')

/** The capture that shows what was there at an instant. */
export const captureAt = (heddle: Heddle, query: string, at: string) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'at', query, at],
    queryFn: ({ signal }) => heddle.history.at({ saved_query: query, at, page_size: 1 }, { signal }),
    staleTime: Infinity,
  })

type CaptureCount = Wire.HistoryQueries['queries'][number]

/** How many captures each query has. */
export const capturesByQuery = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'queries', 'by-query'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, CaptureCount>> => {
      const { queries } = await heddle.history.queries({ signal })
      return new Map(queries.map((query) => [query.id, query]))
    },
  })
