import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'

/** Everything about waivers is under it. */
export const WAIVERS_KEY = ['queries', 'waivers'] as const
export const WAIVERS_PER_PAGE = 50

export const waiverList = (heddle: Heddle, query: Wire.WaiverListQuery) =>
  queryOptions({
    queryKey: [...WAIVERS_KEY, 'list', query],
    queryFn: ({ signal }) => heddle.queries.waivers.list({ page_size: WAIVERS_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })
