import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../components/toasts.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { words } from './words.ts'

const KEY = ['notifications'] as const
const UNREAD_KEY = [...KEY, 'unread'] as const
const SETTINGS_KEY = [...KEY, 'settings'] as const
export const NOTICES_PER_PAGE = 50

/** The socket keeps it up to date. */
export const unreadCount = (heddle: Heddle) =>
  queryOptions({
    queryKey: UNREAD_KEY,
    queryFn: ({ signal }) => heddle.notifications.notifications.unreadCount({ signal }),
    staleTime: Infinity,
  })

export const noticeList = (heddle: Heddle, query: Wire.NotificationListQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) =>
      heddle.notifications.notifications.list({ page_size: NOTICES_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })

export const noticeSettings = (heddle: Heddle) =>
  queryOptions({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => heddle.notifications.preferences.get({ signal }) })

/** Marks one notification as read, or all of them, or deletes one. */
export function useNotices() {
  const onFailed = (error: Error) => toastFailure(words.notRemoved, error)
  const { notifications } = useHeddle()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [...KEY, 'list'] })
  const one = useMutation({
    mutationFn: (id: string) => notifications.notifications.markRead(id),
    onSuccess: async () => {
      queries.setQueryData<Wire.UnreadCountReply>(
        UNREAD_KEY,
        (known) => known && { count: Math.max(0, known.count - 1) },
      )
      await refresh()
    },
  })
  const all = useMutation({
    mutationFn: () => notifications.notifications.markAllRead(),
    onSuccess: async () => {
      queries.setQueryData<Wire.UnreadCountReply>(UNREAD_KEY, { count: 0 })
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: Wire.Notification) => notifications.notifications.remove(id),
    onSuccess: async (_reply, { read_at }) => {
      if (read_at === null) await queries.invalidateQueries({ queryKey: UNREAD_KEY })
      await refresh()
    },
    onError: onFailed,
  })
  return { one, all, remove }
}

/** Shown at once, and taken back if the server refuses. */
export function useChangeSettings(onFailed: (error: Error) => void) {
  const { notifications } = useHeddle()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Wire.NotificationPreferencesPatch) => notifications.preferences.update(changes),
    onSuccess: (saved) => queries.setQueryData(SETTINGS_KEY, saved),
    onError: onFailed,
  })
}
