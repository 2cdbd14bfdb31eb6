import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { HISTORY_KEY } from '../../resources/history.ts'

export const SNAPSHOTS_KEY = [...HISTORY_KEY, 'snapshots'] as const

/** What is known of a capture; its rows are read by who shows them. */
export const snapshotDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...SNAPSHOTS_KEY, 'detail', id],
    queryFn: ({ signal }) => heddle.history.snapshots.get(id, { page_size: 1 }, { signal }),
    staleTime: 60_000,
  })

const SETTINGS_KEY = ['history', 'settings'] as const

/** How the user wants captures to be kept and compared. */
export const snapshotSettings = (heddle: Heddle) =>
  queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => heddle.history.settings.get({ signal }),
    staleTime: 60_000,
  })

/** What a clean-up would delete now. */
export const cleanupPreview = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'cleanup'],
    queryFn: ({ signal }) => heddle.history.cleanup.preview({ signal }),
  })
