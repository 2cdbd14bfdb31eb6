import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

export const REGISTRY_KEY = ['mim-registry'] as const
const LOOK_MS = 1_500

/** The installed model and the import that is under way, which is looked at until it ends. */
export const registryStatus = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...REGISTRY_KEY, 'status'],
    queryFn: ({ signal }) => heddle.mimRegistry.status({ signal }),
  })

export const remoteVersions = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...REGISTRY_KEY, 'versions'],
    queryFn: ({ signal }) => heddle.mimRegistry.remote.versions({ signal }),
    staleTime: 60_000,
  })

export const importRun = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...REGISTRY_KEY, 'runs', id],
    queryFn: ({ signal }) => heddle.mimRegistry.remote.runs.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.run.state !== 'running' ? false : LOOK_MS),
  })

const MOST_SHOWN = 20

/** The newest imports, also those that failed. */
export const importList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...REGISTRY_KEY, 'runs'],
    queryFn: ({ signal }) => heddle.mimRegistry.remote.runs.list({ page_size: MOST_SHOWN }, { signal }),
  })

/** It takes seconds and changes with every query that somebody saves. */
export const modelComparison = (heddle: Heddle, from: string, to: string) =>
  queryOptions({
    queryKey: [...REGISTRY_KEY, 'compare', from, to],
    queryFn: ({ signal }) => heddle.mimRegistry.compare({ from, to }, { signal }),
    staleTime: 60_000,
    retry: false,
  })
