import { OkReply } from '@heddle/contract/auth.ts'
import { ConflictBody, IntegerParams, Page } from '@heddle/contract/common.ts'
import {
  EffectivePermissions,
  ManagedUser,
  PermissionsBody,
  ResetCodeReply,
  ResetPasswordBody,
  UserCreate,
  UserListQuery,
  UserPatch,
  USER_ORDERS,
} from '@heddle/contract/users.ts'
import { Type } from 'typebox'
import { admin, noTokens } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { documented, type Route, routes } from '../../platform/http/route.ts'
import type { UserManagementService } from './user-management.service.ts'

const USERS = '/api/auth/management/'

export function userManagementRoutes(management: UserManagementService): readonly Route[] {
  const conflict = { otherReplies: { 409: documented(ConflictBody, 'The last active superuser, or a directory account.') } } as const
  const one = { params: IntegerParams, reply: ManagedUser, ...conflict } as const
  const write = noTokens(admin)
  const change = { ...one, access: write } as const
  const sensitive = { ...change, throttle: 'sensitive' } as const

  return routes('User management', (route) => {
    route.get(USERS, { access: admin, summary: 'List users', query: UserListQuery, reply: Page(ManagedUser) }, async ({ query, url }) => {
      const page = pageRequest(query)
      const order = parseOrdering(query.ordering, USER_ORDERS, [{ field: 'username', descending: false }])
      const found = await management.list({ isActive: query.is_active, group: query.group, search: query.search, order }, page)
      return envelope(found, page, url)
    })

    route.post(
      USERS,
      { access: write, summary: 'Create a user', body: UserCreate, reply: ManagedUser, status: 201 },
      async ({ caller, body }) => management.create(caller, body),
    )

    route.get(`${USERS}:id/`, { ...one, access: admin, summary: 'Read a user' }, async ({ params }) => management.get(params.id))

    route.patch(`${USERS}:id/`, { ...change, summary: 'Update a user', body: UserPatch }, async ({ caller, params, body }) =>
      management.change(caller, params.id, body),
    )

    route.delete(
      `${USERS}:id/`,
      { access: write, summary: 'Delete a user', params: IntegerParams, reply: Type.Null(), status: 204 },
      async ({ caller, params }) => management.remove(caller, params.id),
    )

    route.post(
      `${USERS}:id/reset_password/`,
      {
        ...sensitive,
        summary: 'Set a password, or force a reset by e-mail',
        description: 'Ends all sessions of the user. Without `new_password` the old password stops working and a link is mailed.',
        body: ResetPasswordBody,
        reply: OkReply,
      },
      async ({ caller, params, body }) => {
        await management.resetPassword(caller, params.id, body.new_password)
        return { status: 'ok' }
      },
    )

    route.post(
      `${USERS}:id/generate_reset_code/`,
      { ...sensitive, summary: 'Create a one-time reset code', reply: ResetCodeReply },
      async ({ caller, params }) => management.generateResetCode(caller, params.id),
    )

    route.post(`${USERS}:id/verify_email/`, { ...change, summary: 'Mark the address as verified' }, async ({ caller, params }) =>
      management.verifyEmail(caller, params.id),
    )

    route.post(`${USERS}:id/disable_mfa/`, { ...sensitive, summary: 'Disable the second factor' }, async ({ caller, params }) =>
      management.disableMfa(caller, params.id),
    )

    route.post(
      `${USERS}:id/end_sessions/`,
      {
        access: write,
        throttle: 'sensitive',
        summary: 'End all sessions of a user',
        description: 'API tokens stay valid.',
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => management.endSessions(caller, params.id),
    )

    route.post(`${USERS}:id/activate/`, { ...change, summary: 'Activate a user' }, async ({ caller, params }) =>
      management.activate(caller, params.id),
    )

    route.post(`${USERS}:id/deactivate/`, { ...change, summary: 'Deactivate a user' }, async ({ caller, params }) =>
      management.deactivate(caller, params.id),
    )

    route.post(
      `${USERS}:id/add_permissions/`,
      { ...change, summary: 'Grant permissions directly', body: PermissionsBody },
      async ({ caller, params, body }) => management.addPermissions(caller, params.id, body.permissions),
    )

    route.post(
      `${USERS}:id/remove_permissions/`,
      { ...change, summary: 'Revoke direct permissions', body: PermissionsBody },
      async ({ caller, params, body }) => management.removePermissions(caller, params.id, body.permissions),
    )

    route.get(
      `${USERS}:id/effective_permissions/`,
      { access: admin, summary: 'List the effective permissions of a user', params: IntegerParams, reply: EffectivePermissions },
      async ({ params }) => management.effectivePermissions(params.id),
    )
  })
}
