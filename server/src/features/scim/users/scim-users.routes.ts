import {
  ScimId,
  ScimListQuery,
  ScimPatchBody,
  ScimProjectionQuery,
  ScimSearchBody,
  ScimUserBody,
  ScimUserList,
  ScimUserReply,
} from '@heddle/contract/scim.ts'
import { Type } from 'typebox'
import { routes, type Route } from '../../../platform/http/route.ts'
import { SCIM } from '../scim-address.ts'
import {
  baseOf,
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
import type { ScimUsersService } from './scim-users.service.ts'

const CHANGED = { changed: 'The account has just become a superuser, or stopped being one.' }
const LAST = { last_superuser: 'Nobody else could sign in as a superuser.' }
const SUPERUSERS = 'Only the token of a superuser may change a superuser.'

type Parts = {
  readonly users: ScimUsersService
  /** As configured. Without it the client's own word for this server must not reach a header. */
  readonly publicUrl: string | undefined
}

export function scimUserRoutes({ users, publicUrl }: Parts): readonly Route[] {
  const all = `${SCIM}/Users`
  const one = { ...shared, params: ScimId } as const
  return routes(TAG, (route) => {
    route.get(
      all,
      {
        ...shared,
        summary: 'List Users',
        description:
          'All accounts of the installation, by `id` unless `sortBy` says otherwise. A filter may compare `id`, `externalId`, `userName`, `displayName`, `name.*`, `emails`, `active`, `groups` and `meta`.',
        query: ScimListQuery,
        reply: ScimUserList,
      },
      async ({ query, url }) => listAnswer(await users.list(query, baseOf(url))),
    )

    route.post(
      all,
      {
        ...shared,
        summary: 'Create a User',
        description:
          'The account has no password here: its user signs in with a provider. Until a Group names it, it is in the default group.',
        conflicts: TAKEN,
        headers: { ...ETAG, Location: 'The address of the User.' },
        body: ScimUserBody,
        reply: ScimUserReply,
        status: 201,
      },
      async ({ body, url }) => created(await users.get(await users.create(body), baseOf(url)), publicUrl),
    )

    route.post(
      `${all}/.search`,
      {
        ...shared,
        summary: 'Search Users',
        description: 'The same as the list, for filters that should not be in an address.',
        body: ScimSearchBody,
        reply: ScimUserList,
        changesNothing: true,
      },
      async ({ body, url }) => listAnswer(await users.list(body, baseOf(url))),
    )

    route.get(
      `${all}/:id`,
      {
        ...one,
        summary: 'Read a User',
        description: 'With the groups of the account.',
        headers: ETAG,
        query: ScimProjectionQuery,
        reply: ScimUserReply,
        otherReplies: NOT_MODIFIED,
      },
      async ({ params, query, url, request }) =>
        found(await users.get(params.id, baseOf(url)), query, request.headers['if-none-match']),
    )

    route.put(
      `${all}/:id`,
      {
        ...one,
        summary: 'Replace a User',
        description:
          'What is left out becomes empty, but for `active`, which stays. `active: false` ends the sessions and sockets of the account at once and deletes its API tokens.',
        refusal: SUPERUSERS,
        conflicts: { ...TAKEN, ...LAST, ...CHANGED },
        honorsIfMatch: true,
        headers: ETAG,
        query: ScimProjectionQuery,
        body: ScimUserBody,
        reply: ScimUserReply,
      },
      async ({ caller, params, query, body, url, request }) => {
        const isChanged = await users.replace(caller, scimTarget(params.id, request.headers), body)
        return changed({ resource: await users.get(params.id, baseOf(url)), isChanged }, query)
      },
    )

    route.patch(
      `${all}/:id`,
      {
        ...one,
        summary: 'Change a User',
        description:
          'Up to 1,000 operations, all or none. `op` has no case; without `path` the keys of `value` are paths. Of several addresses one is kept.',
        refusal: SUPERUSERS,
        conflicts: { ...TAKEN, ...LAST, ...CHANGED },
        honorsIfMatch: true,
        headers: ETAG,
        query: ScimProjectionQuery,
        body: ScimPatchBody,
        reply: ScimUserReply,
      },
      async ({ caller, params, query, body, url, request }) => {
        const isChanged = await users.patch(caller, scimTarget(params.id, request.headers), body.Operations)
        return changed({ resource: await users.get(params.id, baseOf(url)), isChanged }, query)
      },
    )

    route.delete(
      `${all}/:id`,
      {
        ...one,
        summary: 'Delete a User',
        description:
          'Ends all sessions, sockets and API tokens. What the user created stays; the audit log keeps the name.',
        refusal: SUPERUSERS,
        conflicts: { ...LAST, ...CHANGED },
        honorsIfMatch: true,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params, request }) => users.remove(caller, scimTarget(params.id, request.headers)),
    )
  })
}
