import { Type } from 'typebox'
import { Uuid, UuidParams } from '@heddle/contract/common.ts'
import {
  DuplicateBody,
  SavedQuery,
  SavedQueryCreate,
  SavedQueryPatch,
  SavedQueryVersion,
  VersionEntry,
} from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { IN_REPOSITORY } from './in-repository.ts'
import { NO_GUIDANCE } from './guidance.ts'
import { presentQuery, presentVersion, presentVersionBody } from './saved-queries.presenter.ts'
import type { QueryDetail, SavedQueriesService } from './saved-queries.service.ts'

const COLLECTION = '/api/queries/saved-queries/'
const ONE = `${COLLECTION}:id/`
const OWNERS_ONLY = 'Only its owner, operators and administrators may change a query.'
const IN_GIT = { in_git: 'The folder lives in Git: change the repository, or save as a branch of it.' }
const CONFLICTS = {
  conflicts: { from_pack: 'It is a check of a pack: duplicate it to change it.', ...IN_GIT },
  conflictFields: IN_REPOSITORY,
}
const VersionParams = Type.Object({ id: Uuid, version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

/** What a replacement leaves out. */
const REPLACED = {
  name: 'Untitled query',
  description: '',
  category: null,
  post_processors: [],
  expect: null,
  parameters: [],
  ...NO_GUIDANCE,
}

const present = ({ row, history }: QueryDetail) => presentQuery(row, history)

export function savedQueryRoutes(queries: SavedQueriesService): readonly Route[] {
  const view = may('queries.view_savedquery')
  const add = may('queries.add_savedquery')
  const change = may('queries.change_savedquery')

  return routes('Saved queries', (route) => {
    route.post(
      COLLECTION,
      {
        access: add,
        summary: 'Create a saved query',
        description:
          'Becomes version 1. Every fault of the canvas is listed; a canvas that breaks only rules of the class model is stored, and reported by `validate`.',
        refusal: 'The quota `queries_max` is used up.',
        conflicts: IN_GIT,
        conflictFields: IN_REPOSITORY,
        body: SavedQueryCreate,
        reply: SavedQuery,
        status: 201,
      },
      async ({ caller, body }) => present(await queries.create(caller, body)),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a saved query',
        description: 'With the newest entries of its version history. `is_favorite` is yours alone.',
        params: UuidParams,
        reply: SavedQuery,
      },
      async ({ caller, params }) => present(await queries.detail(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a saved query',
        description: 'Omitted fields get their default. A changed canvas creates a new version, as with PATCH.',
        refusal: OWNERS_ONLY,
        ...CONFLICTS,
        honorsIfMatch: true,
        params: UuidParams,
        body: SavedQueryCreate,
        reply: SavedQuery,
      },
      async ({ caller, params, body, ifMatch }) =>
        present(await queries.change(caller, params.id, { ...REPLACED, ...body }, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update a saved query; a changed canvas creates a new version',
        description: 'Only what is sent changes. A new name, description or category creates no version.',
        refusal: OWNERS_ONLY,
        ...CONFLICTS,
        honorsIfMatch: true,
        params: UuidParams,
        body: SavedQueryPatch,
        reply: SavedQuery,
      },
      async ({ caller, params, body, ifMatch }) => present(await queries.change(caller, params.id, body, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: may('queries.delete_savedquery'),
        summary: 'Delete a saved query',
        description:
          'With its versions and scheduled tasks. Its runs and snapshots stay until their own retention ends.',
        refusal: OWNERS_ONLY,
        ...CONFLICTS,
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => queries.remove(caller, params.id),
    )

    for (const [action, favorite] of [
      ['favorite', true],
      ['unfavorite', false],
    ] as const) {
      route.post(
        `${ONE}${action}/`,
        {
          access: view,
          summary: favorite ? 'Mark as favorite' : 'Unmark as favorite',
          description: 'Yours alone: other users do not see it, and the query itself does not change. Idempotent.',
          params: UuidParams,
          reply: SavedQuery,
        },
        async ({ caller, params }) => present(await queries.setFavorite(caller, params.id, favorite)),
      )
    }

    route.post(
      `${ONE}duplicate/`,
      {
        access: add,
        summary: 'Duplicate a saved query',
        description:
          "The copy is yours, starts with version 1 and is nobody's favorite. Without `name` it is named after the original.",
        refusal: 'The quota `queries_max` is used up.',
        conflicts: IN_GIT,
        conflictFields: IN_REPOSITORY,
        params: UuidParams,
        body: DuplicateBody,
        reply: SavedQuery,
        status: 201,
      },
      async ({ caller, params, body }) => present(await queries.duplicate(caller, params.id, body.name)),
    )

    route.get(
      `${ONE}versions/`,
      {
        access: view,
        summary: 'List the versions of a saved query, newest first',
        description:
          'Every change of the canvas with who made it, when, and the hashes before and after. Versions beyond the limit are deleted, oldest first.',
        params: UuidParams,
        reply: Type.Array(VersionEntry),
      },
      async ({ caller, params }) => (await queries.versions(caller, params.id)).map(presentVersion),
    )

    route.get(
      `${ONE}versions/:version/`,
      {
        access: view,
        summary: 'Read a version of a saved query',
        description: 'Its whole canvas, to compare it or to restore it.',
        params: VersionParams,
        reply: SavedQueryVersion,
      },
      async ({ caller, params }) => presentVersionBody(await queries.version(caller, params.id, params.version)),
    )

    route.post(
      `${ONE}versions/:version/restore/`,
      {
        access: change,
        summary: 'Restore a version, as a new version',
        description:
          'The history only grows: the restored canvas becomes the newest version. Nothing changes if it is the current canvas already.',
        refusal: OWNERS_ONLY,
        ...CONFLICTS,
        honorsIfMatch: true,
        params: VersionParams,
        reply: SavedQuery,
      },
      async ({ caller, params, ifMatch }) => present(await queries.restore(caller, params.id, params.version, ifMatch)),
    )
  })
}
