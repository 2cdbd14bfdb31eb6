import {
  ScimGroupBody,
  ScimGroupList,
  ScimGroupReply,
  ScimId,
  ScimListQuery,
  ScimPatchBody,
  ScimProjectionQuery,
  ScimSearchBody,
} from '@heddle/contract/scim.ts'
import { Type } from 'typebox'
import { Reply, routes, type Route } from '../../../platform/http/route.ts'
import { SCIM } from '../scim-address.ts'
import {
  baseOf,
  BUSY,
  changed,
  created,
  ETAG,
  found,
  listAnswer,
  NOT_MODIFIED,
  shared,
  TAG,
  TAKEN,
  scimTarget,
} from '../scim-answers.routes.ts'
import type { ScimGroupsService } from './scim-groups.service.ts'

type Parts = {
  readonly groups: ScimGroupsService
  /** As configured. Without it the client's own word for this server must not reach a header. */
  readonly publicUrl: string | undefined
}

export function scimGroupRoutes({ groups, publicUrl }: Parts): readonly Route[] {
  const all = `${SCIM}/Groups`
  const one = { ...shared, params: ScimId } as const
  return routes(TAG, (route) => {
    route.get(
      all,
      {
        ...shared,
        summary: 'List Groups',
        description:
          'With their members, unless `excludedAttributes=members`; a page with more than 20,000 of them ends earlier. A filter may compare `id`, `externalId`, `displayName` and `members`.',
        query: ScimListQuery,
        reply: ScimGroupList,
      },
      async ({ query, url }) => listAnswer(await groups.list(query, baseOf(url))),
    )

    route.post(
      all,
      {
        ...shared,
        summary: 'Create a Group',
        description: 'Without permissions: an administrator grants them. Members are named by the `id` of Users.',
        conflicts: TAKEN,
        headers: { ...ETAG, Location: 'The address of the Group.' },
        body: ScimGroupBody,
        reply: ScimGroupReply,
        status: 201,
      },
      async ({ body, url }) => created(await groups.get(await groups.create(body), baseOf(url)), publicUrl),
    )

    route.post(
      `${all}/.search`,
      {
        ...shared,
        summary: 'Search Groups',
        description: 'The same as the list, for filters that should not be in an address.',
        body: ScimSearchBody,
        reply: ScimGroupList,
        changesNothing: true,
      },
      async ({ body, url }) => listAnswer(await groups.list(body, baseOf(url))),
    )

    route.get(
      `${all}/:id`,
      {
        ...one,
        summary: 'Read a Group',
        description: 'With its members, unless `excludedAttributes=members`.',
        headers: ETAG,
        query: ScimProjectionQuery,
        reply: ScimGroupReply,
        otherReplies: NOT_MODIFIED,
      },
      async ({ params, query, url, request }) =>
        found(await groups.get(params.id, baseOf(url), query), query, request.headers['if-none-match']),
    )

    route.put(
      `${all}/:id`,
      {
        ...one,
        summary: 'Replace a Group',
        description:
          'Its members are those named, also where others were added by hand. A group that was here before keeps its name.',
        conflicts: TAKEN,
        honorsIfMatch: true,
        headers: ETAG,
        query: ScimProjectionQuery,
        body: ScimGroupBody,
        reply: ScimGroupReply,
        otherReplies: { 503: BUSY },
      },
      async ({ params, query, body, url, request }) => {
        const isChanged = await groups.replace(scimTarget(params.id, request.headers), body)
        return changed({ resource: await groups.get(params.id, baseOf(url), query), isChanged }, query)
      },
    )

    route.patch(
      `${all}/:id`,
      {
        ...one,
        summary: 'Change a Group',
        description:
          'Adds and removes members, also as `members[value eq "12"]`, or changes the name. Up to 1,000 operations, all or none. Answers 204, or 200 where `attributes` asks for some.',
        conflicts: TAKEN,
        honorsIfMatch: true,
        headers: ETAG,
        query: ScimProjectionQuery,
        body: ScimPatchBody,
        reply: ScimGroupReply,
        otherReplies: { 204: Type.Null(), 503: BUSY },
      },
      async ({ params, query, body, url, request }) => {
        const isChanged = await groups.patch(scimTarget(params.id, request.headers), body.Operations)
        if (query.attributes === undefined && query.excludedAttributes === undefined)
          return isChanged ? new Reply(204, null) : Reply.unchanged(204, null)
        return changed({ resource: await groups.get(params.id, baseOf(url), query), isChanged }, query)
      },
    )

    route.delete(
      `${all}/:id`,
      {
        ...one,
        summary: 'Delete a Group',
        description: 'Of those that were created here by SCIM. Its members keep their accounts, and lose its rights.',
        conflicts: { group_kept: 'The group was here before provisioning, or is built in.' },
        honorsIfMatch: true,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params, request }) => groups.remove(scimTarget(params.id, request.headers)),
    )
  })
}
