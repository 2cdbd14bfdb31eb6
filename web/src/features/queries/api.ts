import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { readWithTag } from '../../lib/api/read-with-tag.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'

export const PAGE_SIZE = 50

export const queryList = (heddle: Heddle, query: Wire.SavedQueryListQuery) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'list', query],
    queryFn: ({ signal }) => heddle.queries.savedQueries.list({ ...query, page_size: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  })

/** How many queries one may save, and how many one has. */
export const queryQuota = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'quota'],
    queryFn: ({ signal }) => heddle.auth.quotaUsage({ signal }),
    select: ({ quota, usage }) => ({ most: quota.queries_max, used: usage.queries_total }),
  })

/** A query with the tag of what was read, for `If-Match`. */
export type ReadQuery = Wire.SavedQuery & { readonly etag: string }

const detailKey = (id: string) => [...QUERIES_KEY, 'detail', id] as const

export const queryDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => readWithTag((options) => heddle.queries.savedQueries.get(id, { ...options, signal })),
  })

export const keepQuery = (cache: QueryClient, query: ReadQuery): void =>
  void cache.setQueryData(detailKey(query.id), query)

export const versionList = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...detailKey(id), 'versions'],
    queryFn: ({ signal }) => heddle.queries.savedQueries.versions.list(id, { signal }),
  })

export const versionDetail = (heddle: Heddle, id: string, version: number) =>
  queryOptions({
    queryKey: [...detailKey(id), 'versions', version],
    queryFn: ({ signal }) => heddle.queries.savedQueries.versions.get(id, version, { signal }),
    staleTime: Infinity,
  })

export const categoryList = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'categories'],
    queryFn: async ({ signal }) => Array.fromAsync(heddle.queries.categories.all({ page_size: 200 }, { signal })),
    staleTime: 60_000,
  })

/** Enough for most; the rest of the schedules is on their own page. */
const MOST_SCHEDULES = 200

/** The schedules of each query. */
export const scheduleMap = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'scheduled-tasks', 'by-query'],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.queries.scheduledTasks.list({ page_size: MOST_SCHEDULES }, { signal })
      return Map.groupBy(results, ({ saved_query }) => saved_query)
    },
  })

/** All schedules of these queries, for what happens when they are deleted. */
export const schedulesOf = (heddle: Heddle, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['queries', 'scheduled-tasks', 'of', ids],
    queryFn: async ({ signal }) => {
      const wanted = new Set(ids)
      const query = { page_size: MOST_SCHEDULES, ...(ids.length === 1 && { saved_query: ids[0]! }) }
      const all = await Array.fromAsync(heddle.queries.scheduledTasks.all(query, { signal }))
      return all.filter(({ saved_query }) => wanted.has(saved_query))
    },
  })

/** Every query that fits the filters, on all pages. */
export async function allQueries(heddle: Heddle, query: Wire.SavedQueryListQuery): Promise<readonly QueryRef[]> {
  const { page: _, ...filters } = query
  const found = await Array.fromAsync(heddle.queries.savedQueries.all({ ...filters, page_size: 200 }, { retries: 5 }))
  return found.map(({ id, name }) => ({ id, name }))
}

export type QueryRef = { readonly id: string; readonly name: string }
