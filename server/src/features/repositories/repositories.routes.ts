import { Type } from 'typebox'
import { PageReply, ServerErrorBody, UuidParams } from '@heddle/contract/common.ts'
import {
  Repository,
  RepositoryApplyBody,
  RepositoryBranchBody,
  RepositoryBranchReply,
  RepositoryConflict,
  RepositoryConflictParams,
  RepositoryCreate,
  RepositoryDecision,
  RepositoryListQuery,
  RepositoryPatch,
  RepositoryPlan,
} from '@heddle/contract/repositories.ts'
import { anyone, may, noTokens } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, type RouteDefiner, routes } from '../../platform/http/route.ts'
import type { RepositoriesService } from './repositories.service.ts'

const COLLECTION = '/api/queries/repositories/'
const ONE = `${COLLECTION}:id/`
const params = UuidParams
const view = may('queries.view_savedquery', 'queries.view_category')
const change = may('queries.change_savedquery')
// An automatic application uses the rights of the person who chose it, long after a token has ended.
const manage = noTokens(may('queries.change_category'))
const MANAGERS = 'Only operators and administrators decide which folders are in Git.'
const FOREIGN = 'Something in it belongs to others, whom only operators and administrators overrule.'

export const repositoryRoutes = (repositories: RepositoriesService): readonly Route[] =>
  routes('Git repositories', (route) => {
    readRoutes(route, repositories)
    changeRoutes(route, repositories)
    planRoutes(route, repositories)
    saveRoutes(route, repositories)
  })

function readRoutes(route: RouteDefiner, repositories: RepositoriesService): void {
  route.get(
    COLLECTION,
    {
      access: view,
      summary: 'List the repositories of folders',
      description: 'Oldest first, with how far each is in step. A token is never shown.',
      query: RepositoryListQuery,
      reply: PageReply(Repository),
    },
    async ({ query, url }) => {
      const page = pageRequest(query)
      return envelope(await repositories.list(page), page, url)
    },
  )

  route.get(
    ONE,
    {
      access: view,
      summary: 'Read the repository of a folder',
      description: '`state` says whether something waits, and `last_error` why the newest attempt failed.',
      params,
      reply: Repository,
    },
    async ({ params: { id } }) => repositories.get(id),
  )
}

function changeRoutes(route: RouteDefiner, repositories: RepositoriesService): void {
  route.post(
    COLLECTION,
    {
      access: manage,
      summary: 'Keep a folder in Git',
      description:
        'With `here`, all that is in the folder is committed first. With `git`, the repository is read, and what it says becomes a plan.',
      refusal: MANAGERS,
      body: RepositoryCreate,
      reportsFaultsItself: true,
      reply: Repository,
      status: 201,
    },
    async ({ caller, body, faults }) => repositories.create(caller, { body, faults }),
  )

  route.patch(
    ONE,
    {
      access: manage,
      summary: 'Change how a folder is kept in Git',
      description:
        'Another server takes the token again. Another address, branch, path or mode begins anew. `apply: auto` uses the rights of its sender.',
      refusal: MANAGERS,
      conflicts: { changes_wait: 'Saves are not in the repository yet.' },
      honorsIfMatch: true,
      params,
      body: RepositoryPatch,
      reportsFaultsItself: true,
      reply: Repository,
    },
    async ({ caller, params: { id }, body, faults, ifMatch }) =>
      repositories.change(caller, id, { body, faults, ifMatch }),
  )

  route.delete(
    ONE,
    {
      access: manage,
      summary: 'No longer keep a folder in Git',
      description: 'The folder and the repository stay as they are. Saves that wait are no longer committed.',
      refusal: MANAGERS,
      params,
      reply: Type.Null(),
      status: 204,
    },
    async ({ caller, params: { id } }) => repositories.remove(caller, id),
  )
}

function planRoutes(route: RouteDefiner, repositories: RepositoriesService): void {
  route.get(
    `${ONE}plan/`,
    {
      access: view,
      summary: 'Show what waits in a repository',
      description:
        'The plan of an import, as you would apply it, or what is wrong in which file. Without anything that waits, `commit` is null.',
      refusal: FOREIGN,
      params,
      reply: RepositoryPlan,
    },
    async ({ caller, params: { id }, signal }) => repositories.plan(caller, id, signal),
  )

  route.post(
    `${ONE}apply/`,
    {
      access: view,
      summary: 'Apply what waits in a repository',
      description:
        'All of it or nothing, with what an import requires: a permission for each change. What the folder has and the repository lacks is deleted.',
      refusal: FOREIGN,
      conflicts: {
        no_plan: 'Nothing waits that could be applied.',
        commit_changed: 'Another commit waits by now: look at the plan again.',
      },
      params,
      body: RepositoryApplyBody,
      reply: RepositoryPlan,
    },
    async ({ caller, params: { id }, body, signal }) => repositories.apply(caller, id, body.commit, signal),
  )

  route.post(
    `${ONE}hook/`,
    {
      access: anyone,
      summary: 'Say that something was pushed',
      description:
        'A hint for a webhook of the server: the repository is read soon, at most every ten seconds. Whatever is sent is not looked at.',
      changesNothing: true,
      readsRawBody: true,
      params,
      reply: Type.Null(),
      status: 204,
    },
    async ({ params: { id } }) => repositories.hint(id),
  )
}

function saveRoutes(route: RouteDefiner, repositories: RepositoriesService): void {
  route.post(
    `${ONE}branch/`,
    {
      access: change,
      summary: 'Save as a branch',
      description:
        'Commits one change on a new branch, in your name, for others to merge. The saved query itself stays as it is.',
      refusal: 'Only its owner, operators and administrators may change a query.',
      missing: 'There is no such saved query.',
      otherReplies: { 502: ServerErrorBody },
      throttle: 'sensitive',
      params,
      body: RepositoryBranchBody,
      reply: RepositoryBranchReply,
      status: 201,
    },
    async ({ caller, params: { id }, body, signal }) => repositories.branch(caller, id, body, signal),
  )

  route.get(
    `${ONE}conflicts/`,
    {
      access: view,
      summary: 'List what was changed here and in Git',
      description: 'Both sides of each saved query, oldest first, at most 200. Its saves wait until somebody decides.',
      params,
      reply: Type.Array(RepositoryConflict),
    },
    async ({ params: { id } }) => [...(await repositories.conflicts(id))],
  )

  route.post(
    `${ONE}conflicts/:conflict/`,
    {
      access: change,
      summary: 'Decide on a conflict',
      description:
        '`here` commits the save over what the repository has, `git` gives up the save and takes over what the repository has.',
      refusal: 'Only its owner, operators and administrators may change a query.',
      params: RepositoryConflictParams,
      body: RepositoryDecision,
      reply: Repository,
    },
    async ({ caller, params: { id, conflict }, body, signal }) =>
      repositories.decide(caller, id, { conflict, keep: body.keep, signal }),
  )
}
