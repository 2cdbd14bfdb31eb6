import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'

/** Everything about connections is under it. */
export const CONNECTIONS_KEY = ['controller', 'connections'] as const

/** All connections to controllers, by name; the one that new queries begin with is marked. */
export const connectionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'list'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.controller.connections.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })
