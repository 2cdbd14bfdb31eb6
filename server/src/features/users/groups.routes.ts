import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  GroupReply,
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
import { type Route, routes } from '../../platform/http/route.ts'
import { editedGroupParts, presentGroup } from './groups.presenter.ts'
import type { GroupsService } from './groups.service.ts'

const GROUPS = '/api/auth/groups/'
const OWNS = { owns_service_accounts: 'Service accounts belong to the group: give them to another one first.' }
const BUILT_IN = { built_in_group: 'A built-in group keeps its name, and is not deleted.' }

export function groupRoutes(groups: GroupsService): readonly Route[] {
  const one = { params: IntegerParams, reply: GroupReply, editedParts: editedGroupParts } as const
  const write = noTokens(admin)
  const change = { ...one, access: write } as const

  return routes('Groups and permissions', (route) => {
    route.get(
      GROUPS,
      {
        access: admin,
        summary: 'List groups',
        description: 'With member counts, permissions and quota.',
        query: GroupListQuery,
        reply: PageReply(GroupReply),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, GROUP_ORDERS, [{ field: 'name', descending: false }])
        const { count, items } = await groups.list({ search: query.search, order }, page)
        return envelope({ count, items: items.map(presentGroup) }, page, url)
      },
    )

    route.post(
      GROUPS,
      {
        access: write,
        summary: 'Create a group',
        description:
          'With the permissions and quota of `role_template`, or without any. A template only sets the start: both can be changed.',
        body: GroupCreate,
        reply: GroupReply,
        editedParts: editedGroupParts,
        status: 201,
      },
      async ({ body }) => presentGroup(await groups.create(body)),
    )

    route.get(
      `${GROUPS}:id/`,
      {
        ...one,
        access: admin,
        summary: 'Read a group',
        description: 'With permissions and quota. Its members are listed by the users with `group=<id>`.',
      },
      async ({ params }) => presentGroup(await groups.get(params.id)),
    )

    route.patch(
      `${GROUPS}:id/`,
      {
        ...change,
        summary: 'Update the name, permissions or quota of a group',
        description:
          'Only what is sent changes; `permissions` is replaced as a whole. Takes effect with the next request of its members.',
        conflicts: BUILT_IN,
        honorsIfMatch: true,
        body: GroupPatch,
      },
      async ({ params, body, ifMatch }) => presentGroup(await groups.change(params.id, body, ifMatch)),
    )

    route.delete(
      `${GROUPS}:id/`,
      {
        access: write,
        summary: 'Delete a group',
        description: 'Its members keep their accounts, and lose what the group granted.',
        conflicts: { ...BUILT_IN, ...OWNS },
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => groups.remove(params.id),
    )

    route.post(
      `${GROUPS}:id/clone/`,
      {
        ...change,
        summary: 'Clone a group',
        description:
          "Copies everything but the members, the role template included: members of a cloned administrators' group are administrators.",
        body: GroupClone,
        status: 201,
      },
      async ({ params, body }) => presentGroup(await groups.clone(params.id, body.name)),
    )

    route.post(
      `${GROUPS}:id/add_members/`,
      {
        ...change,
        summary: 'Add members to a group',
        description: 'Users who are already members are ignored; an unknown id is an error, and nobody is added.',
        body: MembersBody,
      },
      async ({ params, body }) => presentGroup(await groups.addMembers(params.id, body.user_ids)),
    )

    route.post(
      `${GROUPS}:id/remove_members/`,
      {
        ...change,
        summary: 'Remove members from a group',
        description: 'Users who are not members are ignored. Takes effect with their next request.',
        body: MembersBody,
      },
      async ({ params, body }) => presentGroup(await groups.removeMembers(params.id, body.user_ids)),
    )

    route.get(
      '/api/auth/permissions/',
      {
        access: admin,
        summary: 'List all permissions',
        description: 'What this release knows, in a fixed order. For groups, users and API tokens.',
        reply: PermissionList,
      },
      async () => PERMISSIONS.map((codename) => ({ codename, name: nameOfPermission(codename) })),
    )
  })
}
