import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'

/** Everything about repositories is under it. */
export const REPOSITORIES_KEY = ['queries', 'repositories'] as const
export const REPOSITORIES_PER_PAGE = 50
/** A repository is read and pushed in the background. */
const SEEN_AGAIN_MS = 5_000

export const repositoryList = (heddle: Heddle, page: number) =>
  queryOptions({
    queryKey: [...REPOSITORIES_KEY, 'list', page],
    queryFn: ({ signal }) => heddle.queries.repositories.list({ page, page_size: REPOSITORIES_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: SEEN_AGAIN_MS,
  })

export const oneRepository = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...REPOSITORIES_KEY, 'one', id],
    queryFn: ({ signal }) => heddle.queries.repositories.get(id, { signal }),
    refetchInterval: SEEN_AGAIN_MS,
  })

/** Of one commit: another one is another plan. */
export const waitingPlan = (heddle: Heddle, id: string, commit: string) =>
  queryOptions({
    queryKey: [...REPOSITORIES_KEY, 'plan', id, commit],
    queryFn: ({ signal }) => heddle.queries.repositories.plan(id, { signal }),
  })

export const waitingConflicts = (heddle: Heddle, id: string, count: number) =>
  queryOptions({
    queryKey: [...REPOSITORIES_KEY, 'conflicts', id, count],
    queryFn: ({ signal }) => heddle.queries.repositories.conflicts.list(id, { signal }),
  })
