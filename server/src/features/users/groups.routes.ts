import { ConflictBody, IntegerParams, Page } from '@heddle/contract/common.ts'
import {
  Group,
  GroupClone,
  GroupCreate,
  GroupListQuery,
  GroupPatch,
  MembersBody,
  PermissionList,
  GROUP_ORDERS,
} from '@heddle/contract/users.ts'
import { nameOfPermission, PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import { Type } from 'typebox'
import { admin, noTokens } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { documented, type Route, routes } from '../../platform/http/route.ts'
import { presentGroup } from './groups.presenter.ts'
import type { GroupsService } from './groups.service.ts'

const GROUPS = '/api/auth/groups/'

export function groupRoutes(groups: GroupsService): readonly Route[] {
  const conflict = { otherReplies: { 409: documented(ConflictBody, 'A built-in group.') } } as const
  const one = { params: IntegerParams, reply: Group, ...conflict } as const
  const write = noTokens(admin)
  const change = { ...one, access: write } as const

  return routes('Groups and permissions', (route) => {
    route.get(GROUPS, { access: admin, summary: 'List groups', query: GroupListQuery, reply: Page(Group) }, async ({ query, url }) => {
      const page = pageRequest(query)
      const order = parseOrdering(query.ordering, GROUP_ORDERS, [{ field: 'name', descending: false }])
      const { count, items } = await groups.list({ search: query.search, order }, page)
      return envelope({ count, items: items.map(presentGroup) }, page, url)
    })

    route.post(GROUPS, { access: write, summary: 'Create a group', body: GroupCreate, reply: Group, status: 201 }, async ({ body }) =>
      presentGroup(await groups.create(body)),
    )

    route.get(`${GROUPS}:id/`, { ...one, access: admin, summary: 'Read a group' }, async ({ params }) =>
      presentGroup(await groups.get(params.id)),
    )

    route.patch(
      `${GROUPS}:id/`,
      { ...change, summary: 'Update the name, permissions or quota of a group', body: GroupPatch },
      async ({ params, body }) => presentGroup(await groups.change(params.id, body)),
    )

    route.delete(
      `${GROUPS}:id/`,
      { access: write, summary: 'Delete a group', params: IntegerParams, reply: Type.Null(), status: 204 },
      async ({ params }) => groups.remove(params.id),
    )

    route.post(`${GROUPS}:id/clone/`, { ...change, summary: 'Clone a group', body: GroupClone, status: 201 }, async ({ params, body }) =>
      presentGroup(await groups.clone(params.id, body.name)),
    )

    route.post(`${GROUPS}:id/add_members/`, { ...change, summary: 'Add members to a group', body: MembersBody }, async ({ params, body }) =>
      presentGroup(await groups.addMembers(params.id, body.user_ids)),
    )

    route.post(
      `${GROUPS}:id/remove_members/`,
      { ...change, summary: 'Remove members from a group', body: MembersBody },
      async ({ params, body }) => presentGroup(await groups.removeMembers(params.id, body.user_ids)),
    )

    route.get('/api/auth/permissions/', { access: admin, summary: 'List all permissions', reply: PermissionList }, async () =>
      PERMISSIONS.map((codename) => ({ codename, name: nameOfPermission(codename) })),
    )
  })
}
