import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const ADMINISTRATION_KEY = ['administration'] as const
export const USERS_PER_PAGE = 50

export const userList = (heddle: Heddle, query: Wire.UserListQuery) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'users', query],
    queryFn: ({ signal }) =>
      heddle.auth.management.list({ page_size: USERS_PER_PAGE, ordering: 'username', ...query }, { signal }),
    placeholderData: (before) => before,
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

export const groupList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'groups'],
    queryFn: ({ signal }) => Array.fromAsync(heddle.auth.groups.all({ page_size: 200, ordering: 'id' }, { signal })),
  })

export const permissionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, 'permissions'],
    queryFn: ({ signal }) => heddle.auth.permissions({ signal }),
    staleTime: Infinity,
  })
