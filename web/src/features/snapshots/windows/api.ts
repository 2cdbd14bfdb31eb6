import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'

export const CHANGES_KEY = ['history', 'change-windows'] as const
export const CHANGES_PER_PAGE = 50
const LOOK_AGAIN_MS = 1_500
/** As many as a list offers. */
const MOST_PACKS = 200

const isUnderWay = (status: string | undefined): boolean => status === 'opening' || status === 'closing'

export const changeList = (heddle: Heddle, page: number) =>
  queryOptions({
    queryKey: [...CHANGES_KEY, 'list', page],
    queryFn: ({ signal }) => heddle.history.changeWindows({ page, page_size: CHANGES_PER_PAGE }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => isUnderWay(status)) === true ? LOOK_AGAIN_MS : false,
  })

/** It has no channel: it is read again until it is open or closed. */
export const changeDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CHANGES_KEY, 'detail', id],
    queryFn: ({ signal }) => heddle.history.changes.get(id, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? LOOK_AGAIN_MS : false),
  })

/** It never changes. */
export const changeReport = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CHANGES_KEY, 'report', id],
    queryFn: async ({ signal }) => (await heddle.history.changes.report(id, {}, { signal })).json(),
    staleTime: Infinity,
  })

/** A request that was launched meanwhile, as it is now. */
export const changeRequest = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['automation', 'requests', 'of-change', id],
    queryFn: ({ signal }) => heddle.automation.requests.get(id, { signal }),
    staleTime: 60_000,
    retry: false,
  })

export const packsToCapture = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['packs', 'for-changes'],
    queryFn: async ({ signal }) => (await heddle.packs.list({ page_size: MOST_PACKS }, { signal })).results,
    staleTime: 60_000,
  })
