import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  EffectivePermissions,
  ManagedUser,
  PermissionsBody,
  UserCreate,
  UserListQuery,
  UserPatch,
  USER_ORDERS,
} from '@heddle/contract/users.ts'
import { Type } from 'typebox'
import { admin, noTokens } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { LAST, SUPERUSERS, USERS } from './route-words.ts'
import type { UserManagementService } from './user-management.service.ts'

export function userManagementRoutes(management: UserManagementService): readonly Route[] {
  const one = { params: IntegerParams, reply: ManagedUser } as const
  const write = noTokens(admin)
  const change = { ...one, access: write } as const

  return routes('User management', (route) => {
    route.get(
      USERS,
      {
        access: admin,
        summary: 'List users',
        description:
          'Ordered by username unless `ordering` says otherwise, with groups and direct permissions. Directory accounts are listed once they have signed in.',
        query: UserListQuery,
        reply: PageReply(ManagedUser),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, USER_ORDERS, [{ field: 'username', descending: false }])
        const found = await management.list(
          {
            isActive: query.is_active,
            isSuperuser: query.is_superuser,
            group: query.group,
            permission: query.permission,
            search: query.search,
            order,
          },
          page,
        )
        return envelope(found, page, url)
      },
    )

    route.post(
      USERS,
      {
        access: write,
        summary: 'Create a user',
        description:
          'Without a password, the account is created and the user sets one with a reset link or code. Groups decide what it may do; without any it gets the default group.',
        refusal: SUPERUSERS,
        body: UserCreate,
        reply: ManagedUser,
        status: 201,
      },
      async ({ caller, body }) => management.create(caller, body),
    )

    route.get(
      `${USERS}:id/`,
      {
        ...one,
        access: admin,
        summary: 'Read a user',
        description: 'The profile, with the fields that only administrators see.',
      },
      async ({ params }) => management.get(params.id),
    )

    route.patch(
      `${USERS}:id/`,
      {
        ...change,
        summary: 'Update a user',
        description: 'Only what is sent changes; `groups` is replaced as a whole. A username never changes.',
        refusal: SUPERUSERS,
        conflicts: LAST,
        honorsIfMatch: true,
        body: UserPatch,
      },
      async ({ caller, params, body, ifMatch }) => management.change(caller, { id: params.id, patch: body, ifMatch }),
    )

    route.delete(
      `${USERS}:id/`,
      {
        access: write,
        summary: 'Delete a user',
        description: 'Ends all sessions and API tokens. What the user created stays; the audit log keeps the name.',
        refusal: SUPERUSERS,
        conflicts: LAST,
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => management.remove(caller, params.id),
    )

    route.post(
      `${USERS}:id/activate/`,
      {
        ...change,
        summary: 'Activate a user',
        description: 'Also lifts a lock after failed logins. Sessions from before do not come back.',
        refusal: SUPERUSERS,
      },
      async ({ caller, params }) => management.activate(caller, params.id),
    )

    route.post(
      `${USERS}:id/deactivate/`,
      {
        ...change,
        summary: 'Deactivate a user',
        description: 'The user can no longer sign in; all sessions end at once, and API tokens are refused.',
        refusal: SUPERUSERS,
        conflicts: LAST,
      },
      async ({ caller, params }) => management.deactivate(caller, params.id),
    )

    route.post(
      `${USERS}:id/add_permissions/`,
      {
        ...change,
        summary: 'Grant permissions directly',
        description:
          'In addition to those of the groups. Permissions that the user already has are ignored; an unknown one is an error, and nothing changes.',
        refusal: SUPERUSERS,
        body: PermissionsBody,
      },
      async ({ caller, params, body }) => management.addPermissions(caller, params.id, body.permissions),
    )

    route.post(
      `${USERS}:id/remove_permissions/`,
      {
        ...change,
        summary: 'Revoke direct permissions',
        description: 'What a group grants stays. Takes effect with the next request of the user.',
        refusal: SUPERUSERS,
        body: PermissionsBody,
      },
      async ({ caller, params, body }) => management.removePermissions(caller, params.id, body.permissions),
    )

    route.get(
      `${USERS}:id/effective_permissions/`,
      {
        access: admin,
        summary: 'List the effective permissions of a user',
        description:
          'Those of the groups and those granted directly, in one list. A superuser may do everything, whatever the list says.',
        params: IntegerParams,
        reply: EffectivePermissions,
      },
      async ({ params }) => management.effectivePermissions(params.id),
    )
  })
}
