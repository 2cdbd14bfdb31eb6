import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const ADMINISTRATION_KEY = ['administration'] as const
export const USERS_PER_PAGE = 50
export const TOKENS_PER_PAGE = 50

export const userList = (heddle: Heddle, query: Wire.UserListQuery) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'users', query],
    queryFn: ({ signal }) =>
      heddle.auth.management.list({ page_size: USERS_PER_PAGE, ordering: 'username', ...query }, { signal }),
    placeholderData: (before) => before,
  })

/** Everyone in a group, however many there are. */
export const membersOf = (heddle: Heddle, group: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'members', group],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.auth.management.all({ group, page_size: 200, ordering: 'username' }, { signal })),
  })

export const userDetail = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'user', id],
    queryFn: ({ signal }) => heddle.auth.management.get(id, { signal }),
  })

export const userRights = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'rights', id],
    queryFn: ({ signal }) => heddle.auth.management.effectivePermissions(id, { signal }),
  })

export const userSessions = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'sessions', id],
    queryFn: ({ signal }) => heddle.auth.management.sessions.list(id, { signal }),
  })

export const tokensOf = (heddle: Heddle, query: Wire.ApiTokenListQuery) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'tokens', query],
    queryFn: ({ signal }) => heddle.auth.tokens.list({ page_size: TOKENS_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })

export const ACCOUNTS_PER_PAGE = 50

export const serviceAccountList = (heddle: Heddle, query: Wire.ServiceAccountListQuery) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'service-accounts', query],
    queryFn: ({ signal }) => heddle.auth.serviceAccounts.list({ page_size: ACCOUNTS_PER_PAGE, ...query }, { signal }),
    placeholderData: (before) => before,
  })

export const owningGroups = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'owning-groups'],
    queryFn: ({ signal }) => heddle.auth.serviceAccounts.groups({ signal }),
  })

export const serviceTokens = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'service-tokens', id],
    queryFn: ({ signal }) => heddle.auth.serviceAccounts.tokens.list(id, { page_size: 200 }, { signal }),
  })

export const groupList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'groups'],
    queryFn: ({ signal }) => Array.fromAsync(heddle.auth.groups.all({ page_size: 200, ordering: 'id' }, { signal })),
  })

export const groupDetail = (heddle: Heddle, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'group', id],
    queryFn: ({ signal }) => heddle.auth.groups.get(id, { signal }),
  })

export const permissionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'permissions'],
    queryFn: ({ signal }) => heddle.auth.permissions({ signal }),
    staleTime: Infinity,
  })

export const capacity = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'capacity'],
    queryFn: ({ signal }) => heddle.dashboard.capacity({ signal }),
  })
