import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { AUTOMATION_KEY } from '../api.ts'

export const AUTOMATION_CONNECTIONS_KEY = [...AUTOMATION_KEY, 'connections'] as const

/** All connections to automation servers, by name. */
export const automationConnectionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_CONNECTIONS_KEY, 'list'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.connections.all({ page_size: 200, ordering: 'name' }, { signal })),
  })

/** How many templates launch through a connection, for what its deletion means. */
export const templatesThrough = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'templates', 'through', id],
    queryFn: async ({ signal }) => {
      const { count } = await heddle.automation.templates.list({ automation_connection: id, page_size: 1 }, { signal })
      return count
    },
  })
