import type { Wire } from '../../../lib/api/wire.ts'

/** What the address says about the list. */
export type ListSearch = Readonly<Partial<Record<string, string>>>

const FILTERS = ['search', 'category', 'is_favorite', 'controller_connection'] as const

/** The filters that are set. */
export const filtersIn = (search: ListSearch): readonly (typeof FILTERS)[number][] =>
  FILTERS.filter((name) => search[name] !== undefined)

export function listQuery(search: ListSearch, page: number): Wire.SavedQueryListQuery {
  return {
    page,
    ordering: search.ordering ?? 'name',
    ...(search.search !== undefined && { search: search.search }),
    ...(search.category !== undefined && { category: Number(search.category) }),
    ...(search.controller_connection !== undefined && { controller_connection: search.controller_connection }),
    ...(search.is_favorite === 'true' && { is_favorite: true }),
  }
}
