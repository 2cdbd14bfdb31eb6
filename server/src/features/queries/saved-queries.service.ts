import { randomUUID } from 'node:crypto'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Actor, Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, orNotFound } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import type { PageInParts, PageRequest } from '../../kernel/paging.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { Events } from '../../platform/events/events.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import {
  eraseQuery,
  type NewQueryOrder,
  type PackQueryOrder,
  type QueryChangeOrder,
  QUERY_NOTES,
  writeChanges,
  writeNewQueries,
  writePackQueries,
} from './change-queries.ts'
import { checkBody, type ConnectionExists, faultsOfBody, type KeptQuery } from './check-body.ts'
import { guidanceOf } from './guidance.ts'
import { type QuotaOf, requireRoom } from './quota.ts'
import {
  addFavorite,
  countersOf,
  findQuery,
  findQueryDetail,
  findVersion,
  type LockedQuery,
  lockQueries,
  lockQuery,
  type QueryCounters,
  type QueryRow,
  removeFavorite,
  type VersionRow,
  type VersionSummary,
} from './saved-queries.store.ts'
import { type ListedQuery, listSavedQueries, type SavedQueryFilter } from './saved-query-list.store.ts'

type Dependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly events: Events
  readonly quotaOf: QuotaOf
  readonly connectionExists: ConnectionExists
}
type Parts = Dependencies & { readonly note: ReturnType<typeof notesOn> }

/** A query with its history. */
export type QueryDetail = { readonly row: QueryRow; readonly history: readonly VersionSummary[] }

export type SavedQueriesService = {
  readonly list: (caller: Caller, filter: SavedQueryFilter, page: PageRequest) => Promise<PageInParts<ListedQuery>>
  readonly get: (actor: Actor, id: string) => Promise<QueryRow>
  readonly detail: (caller: Caller, id: string) => Promise<QueryDetail>
  /** A query for a run or a lookup, for any caller; undefined if it does not exist or the id is not a UUID. */
  readonly find: (id: string) => Promise<QueryRow | undefined>
  readonly countersOf: (userIds: readonly number[]) => Promise<Map<number, QueryCounters>>
  readonly create: (caller: Caller, body: SavedQueryCreate) => Promise<QueryDetail>
  readonly change: (caller: Caller, id: string, patch: SavedQueryPatch, ifMatch: Precondition) => Promise<QueryDetail>
  readonly remove: (caller: Caller, id: string) => Promise<null>
  readonly duplicate: (caller: Caller, id: string, name: string | undefined) => Promise<QueryDetail>
  readonly setFavorite: (caller: Caller, id: string, favorite: boolean) => Promise<QueryDetail>
  readonly versions: (caller: Caller, id: string) => Promise<readonly VersionSummary[]>
  readonly version: (actor: Actor, id: string, number: number) => Promise<VersionRow>
  /** Makes an earlier version current, as a new version. */
  readonly restore: (caller: Caller, id: string, number: number, ifMatch: Precondition) => Promise<QueryDetail>
  readonly many: ManyQueries
}

/**
 * For a change of many queries in one transaction, which a file asks for: the caller checks access, bodies and, at the
 * end, the quota.
 */
export type ManyQueries = {
  readonly lock: (tx: Executor, ids: readonly string[]) => Promise<readonly LockedQuery[]>
  readonly faultsOf: (
    tx: Executor,
    body: SavedQueryPatch,
    kept?: KeptQuery,
    coming?: ReadonlySet<string>,
  ) => Promise<FieldMessages>
  readonly insert: (tx: Executor, caller: Caller, orders: readonly NewQueryOrder[]) => Promise<void>
  readonly write: (tx: Executor, caller: Caller, orders: readonly QueryChangeOrder[]) => Promise<void>
  readonly erase: (tx: Executor, row: LockedQuery) => Promise<void>
  readonly writePack: (tx: Executor, caller: Caller, orders: readonly PackQueryOrder[]) => Promise<void>
  /** Whether there is room for what is there, and so many more. */
  readonly checkQuota: (tx: Executor, caller: Caller, more?: number) => Promise<void>
}

const NAME_LENGTH = 200
// The user id for reads that do not show favorites.
const NOBODY = 0

export function createSavedQueriesService(dependencies: Dependencies): SavedQueriesService {
  const { database } = dependencies
  const parts = { ...dependencies, note: notesOn(dependencies.audit, QUERY_NOTES.kind, QUERY_NOTES.type) }
  const detail = (caller: Caller, id: string) => readDetail(parts, caller, id)

  return {
    list: (caller, filter, page) => listSavedQueries(database.db, caller.id, filter, page),
    get: (actor, id) => getQuery(database.db, actor, id),
    detail,
    find: async (id) => (isUuid(id) ? findQuery(database.db, NOBODY, id.toLowerCase()) : undefined),
    countersOf: (userIds) => countersOf(database.db, userIds),
    create: async (caller, body) => detail(caller, await create(parts, caller, body)),
    change: async (caller, id, patch, ifMatch) => {
      await change(parts, caller, id, { patch, ifMatch })
      return detail(caller, id)
    },
    remove: (caller, id) => remove(parts, caller, id),
    duplicate: async (caller, id, name) => detail(caller, await duplicate(parts, caller, id, name)),
    setFavorite: async (caller, id, favorite) => {
      await setFavorite(parts, caller, id, favorite)
      return detail(caller, id)
    },
    versions: async (caller, id) => (await detail(caller, id)).history,
    version: (actor, id, number) => getVersion(parts, actor, id, number),
    restore: async (caller, id, number, ifMatch) => {
      const { nodes, edges, postProcessors: post_processors } = await getVersion(parts, caller, id, number)
      await change(parts, caller, id, { patch: { nodes, edges, post_processors }, ifMatch, restored: number })
      return detail(caller, id)
    },
    many: manyQueries(parts),
  }
}

const manyQueries = (parts: Parts): ManyQueries => ({
  lock: lockQueries,
  writePack: (tx, caller, orders) => writePackQueries(parts, tx, caller, orders),
  faultsOf: (tx, body, kept, coming) => faultsOfBody(tx, parts.connectionExists, body, kept, coming),
  insert: (tx, caller, orders) =>
    writeNewQueries(
      parts,
      tx,
      caller,
      orders.map((order) => ({ ...order, isFromFile: true })),
    ),
  write: (tx, caller, orders) => writeChanges(parts, tx, caller, orders, { isFromFile: true }),
  erase: (tx, row) => eraseQuery(parts, tx, row),
  checkQuota: (tx, caller, more = 0) => requireRoom(tx, parts.quotaOf, caller, more),
})

async function getQuery(db: Executor, actor: Actor, id: string): Promise<QueryRow> {
  return orNotFound(await findQuery(db, actor.id, id))
}

async function readDetail({ database: { db } }: Parts, caller: Caller, id: string): Promise<QueryDetail> {
  return orNotFound(await findQueryDetail(db, caller.id, id))
}

async function getVersion({ database: { db } }: Parts, actor: Actor, id: string, number: number): Promise<VersionRow> {
  await getQuery(db, actor, id)
  return orNotFound(await findVersion(db, id, number))
}

async function create(parts: Parts, caller: Caller, body: NewQueryOrder['body'], original?: QueryRow): Promise<string> {
  const id = randomUUID()
  await parts.database.transaction(async (tx) => {
    await requireRoom(tx, parts.quotaOf, caller, 1)
    const { controller_connection: connection, ...rest } = body
    await checkBody(
      tx,
      parts.connectionExists,
      { ...rest, ...(connection !== null && { controller_connection: connection }) },
      original,
    )
    await writeNewQueries(parts, tx, caller, [{ id, body }], original)
  })
  return id
}

async function duplicate(parts: Parts, caller: Caller, id: string, name: string | undefined): Promise<string> {
  const row = await getQuery(parts.database.db, caller, id)
  const { description, nodes, edges, expect, parameters } = row
  const body = {
    name: name ?? `${row.name.slice(0, NAME_LENGTH - ' (copy)'.length)} (copy)`,
    // The folder of a pack is no place for copies.
    ...{ description, category: row.pack === null ? row.categoryId : null },
    controller_connection: row.controllerConnectionId,
    ...{ nodes, edges, post_processors: row.postProcessors, expect, parameters },
    ...guidanceOf(row),
  }
  return create(parts, caller, body, row)
}

function requireNoPack({ name, pack }: LockedQuery): void {
  if (pack === null) return
  throw new Conflict(`"${name}" is a check of the pack ${pack.name}. Duplicate it to change it.`, 'from_pack')
}

type QueryChange = {
  readonly patch: SavedQueryPatch
  readonly ifMatch: Precondition
  readonly restored?: number
}

async function change(parts: Parts, caller: Caller, id: string, asked: QueryChange): Promise<void> {
  const { patch, ifMatch, restored } = asked
  await parts.database.transaction(async (tx) => {
    const row = orNotFound(await lockQuery(tx, id))
    requireOwnerOrManager(caller, row.createdBy)
    requireNoPack(row)
    ifMatch.check(row.updatedAt)
    await checkBody(tx, parts.connectionExists, patch, row)
    await writeChanges(parts, tx, caller, [{ row, patch }], onlyGiven({ restored }))
  })
}

async function remove(parts: Parts, caller: Caller, id: string): Promise<null> {
  await parts.database.transaction(async (tx) => {
    const row = orNotFound(await lockQuery(tx, id))
    requireOwnerOrManager(caller, row.createdBy)
    requireNoPack(row)
    await eraseQuery(parts, tx, row)
  })
  return null
}

async function setFavorite({ database, note }: Parts, caller: Caller, id: string, favorite: boolean): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await getQuery(tx, caller, id)
    await (favorite ? addFavorite : removeFavorite)(tx, caller.id, id)
    if (favorite) await note(tx, 'favorite_add', row, 'was added to favorites')
    else await note(tx, 'favorite_remove', row, 'was removed from favorites')
  })
}
