import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

export const CONNECTIONS_KEY = ['controller', 'connections'] as const

export const connectionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'list'],
    queryFn: async ({ signal }) => Array.fromAsync(heddle.controller.connections.all({ page_size: 200, ordering: 'name' }, { signal })),
  })
