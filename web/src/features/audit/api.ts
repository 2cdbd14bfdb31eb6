import { queryOptions } from '@tanstack/react-query'
import { readWithTag } from '../../lib/api/read-with-tag.ts'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

const KEY = ['audit'] as const
export const SETTINGS_KEY = [...KEY, 'settings'] as const
export const ENTRIES_PER_PAGE = 50

export const auditLog = (heddle: Heddle, query: Wire.AuditLogListQuery) =>
  queryOptions({
    queryKey: [...KEY, 'logs', query],
    queryFn: ({ signal }) => heddle.audit.logs.list({ page_size: ENTRIES_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })

export const auditStats = (heddle: Heddle, window: Wire.AuditStats['window']) =>
  queryOptions({
    queryKey: [...KEY, 'stats', window],
    queryFn: ({ signal }) => heddle.audit.logs.stats({ window }, { signal }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })

export const auditEntry = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...KEY, 'entry', id],
    queryFn: ({ signal }) => heddle.audit.logs.get(id, { signal }),
    staleTime: Infinity,
  })

export const loginAttempts = (heddle: Heddle, query: Wire.LoginAttemptListQuery) =>
  queryOptions({
    queryKey: [...KEY, 'attempts', query],
    queryFn: ({ signal }) => heddle.audit.loginAttempts({ page_size: ENTRIES_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })

export const auditSettings = (heddle: Heddle) =>
  queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => readWithTag((options) => heddle.audit.settings.get({ ...options, signal })),
  })

const LOOK_MS = 10_000

export const auditStream = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...KEY, 'stream'],
    queryFn: ({ signal }) => heddle.audit.stream({ signal }),
    refetchInterval: LOOK_MS,
  })
