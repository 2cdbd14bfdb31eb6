import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { QueryHistory } from '../history/query-history.tsx'
import { QueryList } from '../history/query-list.tsx'

const route = getRouteApi('/inside/history')

/** What was captured: the queries, or one of them through time. */
export function HistoryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = useCallback(
    (change: Readonly<Partial<Record<string, string>>>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const { saved_query: query } = search
  if (query === undefined)
    return <QueryList text={search.search ?? ''} page={Number(search.page ?? 1)} onChange={onSearch} />
  return <QueryHistory key={query} query={query} search={search} onSearch={onSearch} />
}
