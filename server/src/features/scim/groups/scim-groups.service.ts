import type { ScimGroupReply } from '@heddle/contract/scim.ts'
import { patchScimGroup, readScimGroup } from '@heddle/domain/scim/group.ts'
import { readPatch } from '@heddle/domain/scim/patch-operations.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import { groups as table } from '../../users/index.ts'
import type { ScimListQuery } from '../asking/asked.ts'
import { type ListedPage, readListing } from '../asking/listing.ts'
import { project, type Projection, readProjection, wants } from '../asking/projection.ts'
import { refuseFaults } from '../scim-faults.ts'
import type { ScimParts } from '../scim-parts.ts'
import type { Base } from '../versions.ts'
import { changeScimGroup, createScimGroup, deleteScimGroup, type GroupTarget } from './change-scim-group.ts'
import { presentScimGroup } from './scim-groups.presenter.ts'
import {
  ASKABLE_GROUPS,
  findScimGroup,
  listScimGroups,
  listScimMembers,
  type ScimGroupRow,
} from './scim-groups.store.ts'

export type ScimGroupsService = {
  readonly list: (
    asked: ScimListQuery,
    base: Base,
  ) => Promise<ListedPage<ScimGroupReply> & { readonly startIndex: number }>
  readonly get: (id: number, base: Base, asked?: ScimListQuery) => Promise<ScimGroupReply>
  readonly create: (body: unknown) => Promise<number>
  /** Whether it changed anything, as `patch`. */
  readonly replace: (target: GroupTarget, body: unknown) => Promise<boolean>
  readonly patch: (target: GroupTarget, operations: readonly unknown[]) => Promise<boolean>
  /** Of a group that was created by SCIM. Its members keep their accounts. */
  readonly remove: (target: GroupTarget) => Promise<null>
}

export function createScimGroupsService(parts: ScimParts): ScimGroupsService {
  const { database } = parts
  return {
    list: async (asked, base) => {
      const listing = readListing(asked, ASKABLE_GROUPS, table.id)
      const withMembers = wants(listing.projection, 'members')
      const { total, rows } = await listScimGroups(database.db, listing, withMembers)
      return { total, rows: await present(parts, rows, base, listing.projection), startIndex: listing.startIndex }
    },
    get: (id, base, asked = {}) => findGroup(parts, id, base, asked),
    create: (body) => createScimGroup(parts, readScimGroup(body)),
    replace: (target, body) => changeScimGroup(parts, target, () => readScimGroup(body)),
    patch: async (target, operations) => {
      const { steps, faults } = readPatch(operations)
      refuseFaults(faults)
      return changeScimGroup(parts, target, (before) => patchScimGroup(before, steps))
    },
    remove: (target) => deleteScimGroup(parts, target),
  }
}

async function findGroup(parts: ScimParts, id: number, base: Base, asked: ScimListQuery): Promise<ScimGroupReply> {
  const row = orNotFound(await findScimGroup(parts.database.db, id))
  return (await present(parts, [row], base, readProjection(asked)))[0]!
}

async function present(
  { database }: ScimParts,
  rows: readonly ScimGroupRow[],
  base: Base,
  projection: Projection,
): Promise<ScimGroupReply[]> {
  const members = wants(projection, 'members') ? await membersOf(database.db, rows) : undefined
  return rows.map((row) => project(presentScimGroup(row, members && (members.get(row.id) ?? []), base), projection))
}

async function membersOf(db: Executor, rows: readonly ScimGroupRow[]) {
  const all = await listScimMembers(
    db,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(all, ({ groupId }) => groupId)
}
