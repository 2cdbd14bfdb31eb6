import { randomUUID } from 'node:crypto'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { MOST_VERSIONS } from '@heddle/contract/canvas-budget.ts'
import type { EXPECTATION_FILTERS } from '@heddle/contract/executions.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import { canvasSizeFault } from '@heddle/domain/canvas/budget.ts'
import { checkShape } from '@heddle/domain/canvas/check-shape.ts'
import { type ExpectFaults, readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import type { Quota } from '@heddle/domain/access/quota.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Actor, Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden, orNotFound } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { queryCategoryExists } from './query-categories.store.ts'
import {
  addFavorite,
  countersOf,
  deleteQuery,
  deleteVersionsUpTo,
  findQueries,
  findQuery,
  findVersion,
  insertQuery,
  insertVersion,
  listQueryIds,
  listVersions,
  lockOwner,
  lockQueries,
  lockQuery,
  type QueryFilter,
  type QueryRow,
  removeFavorite,
  updateQuery,
  type VersionRow,
} from './saved-queries.store.ts'
import { type CanvasBody, changedParts, versionHash } from './version-hash.ts'

type Dependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  /** The user's quota, for `queries_max`. */
  readonly quotaOf: (userId: number, db: Executor) => Promise<Pick<Quota, 'queries_max'>>
  /** Whether a controller connection with this id exists. */
  readonly connectionExists: (db: Executor, id: string) => Promise<boolean>
}

export type SavedQueriesService = ReturnType<typeof createSavedQueriesService>
type QueryParts = Pick<QueryRow, 'id' | 'controllerConnectionId' | 'nodes' | 'edges' | 'postProcessors' | 'parameters'>
export type LockedQuery = NonNullable<Awaited<ReturnType<typeof lockQuery>>>
type Parts = {
  nodes: Record<string, unknown>[]
  edges: Record<string, unknown>[]
  post_processors: Record<string, unknown>[]
}

/** A condition on how the newest run of a query met its expectation. */
type ByExpectation = (savedQueryId: SQLWrapper, wanted: (typeof EXPECTATION_FILTERS)[number]) => SQL
type ListFilter = Omit<QueryFilter, 'where'> & {
  readonly expectation?: (typeof EXPECTATION_FILTERS)[number] | undefined
}

const NAME_LENGTH = 200
/** Five canvases have at most 2.5 MB. */
const READ_AT_ONCE = 5
const NONE: ReadonlySet<string> = new Set()
// The user id for reads that do not show favorites.
const NOBODY = 0

export function createSavedQueriesService({ database, clock, audit, quotaOf, connectionExists }: Dependencies) {
  let byExpectation: ByExpectation | undefined

  async function get(actor: Actor, id: string, db: Executor = database.db): Promise<QueryRow> {
    return orNotFound(await findQuery(db, actor.id, id))
  }

  async function detail(caller: Caller, id: string) {
    return { row: await get(caller, id), history: await listVersions(database.db, id) }
  }

  /** Throws all errors at once. */
  async function checkBody(tx: Executor, body: SavedQueryPatch, kept: Partial<QueryParts> = {}): Promise<void> {
    const faults = await faultsOfBody(tx, body, kept)
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  }

  /**
   * What is wrong with canvas shape and size, category, connection, expectation and parameters. A query may keep a
   * connection that was deleted, and a canvas from before there was a limit. `coming` are queries that the transaction
   * will still create.
   */
  async function faultsOfBody(
    tx: Executor,
    body: SavedQueryPatch,
    kept: Partial<QueryParts> = {},
    coming: ReadonlySet<string> = NONE,
  ): Promise<FieldMessages> {
    const faults: Record<string, string[]> = { ...checkShape({ nodes: [], edges: [], ...body }) }
    const excess = CANVAS_PARTS.some((part) => body[part] !== undefined)
      ? canvasSizeFault({ ...keptParts(kept), ...body })
      : undefined
    if (excess !== undefined) faults.non_field_errors = [`${excess}.`]
    if (body.category != null && !(await queryCategoryExists(tx, body.category)))
      faults.category = [`Category ${body.category} does not exist.`]
    const connection = body.controller_connection?.toLowerCase()
    if (
      connection !== undefined &&
      connection !== kept.controllerConnectionId &&
      !(await connectionExists(tx, connection))
    ) {
      faults.controller_connection = ['This connection does not exist.']
    }
    return {
      ...faults,
      ...faultsBelow('expect', readExpect(body.expect)),
      ...(await faultsOfParameters(tx, body.parameters ?? [], kept, coming)),
    }
  }

  /** A query may keep taking its choices from one that was deleted, but not start to. */
  async function faultsOfParameters(
    tx: Executor,
    wire: readonly unknown[],
    kept: Partial<QueryParts>,
    coming: ReadonlySet<string>,
  ): Promise<FieldMessages> {
    const read = readParameters(wire)
    const faults = faultsBelow('parameters', read)
    if (Object.keys(faults).length > 0) return faults
    const before = new Set(kept.parameters?.map(({ choices_from }) => choices_from?.saved_query))
    for (const [index, { choices_from }] of read.parameters.entries()) {
      if (choices_from === undefined || before.has(choices_from.saved_query)) continue
      if (choices_from.saved_query !== kept.id && coming.has(choices_from.saved_query)) continue
      const fault = await faultOfSource(tx, choices_from.saved_query, kept.id)
      if (fault !== undefined) faults[`parameters.${index}.choices_from.saved_query`] = [fault]
    }
    return faults
  }

  async function faultOfSource(tx: Executor, source: string, id: string | undefined): Promise<string | undefined> {
    if (source === id) return 'A query cannot be the source of its own choices.'
    return (await findQuery(tx, NOBODY, source)) ? undefined : 'This saved query does not exist.'
  }

  const note = notesOn(audit, 'Saved query', 'saved_query')

  /**
   * Whether there is room for so many more. Counts under a lock of the owner's row, so that of two concurrent creations
   * the second sees the first.
   */
  async function checkQuota(tx: Executor, caller: Caller, more = 1): Promise<void> {
    const { queries_max: most } = await quotaOf(caller.id, tx)
    if (most === null) return
    await lockOwner(tx, caller.id)
    const owned = (await countersOf(tx, [caller.id])).get(caller.id)?.query_count ?? 0
    if (owned + more > most) throw new Forbidden(`You have reached your quota of saved queries (queries_max: ${most}).`)
  }

  async function create(caller: Caller, body: SavedQueryCreate, original?: QueryRow): Promise<string> {
    const id = randomUUID()
    await database.transaction(async (tx) => {
      await checkQuota(tx, caller)
      await checkBody(tx, body, original)
      await insert(tx, caller, id, body, original)
    })
    return id
  }

  async function insert(
    tx: Executor,
    caller: Caller,
    id: string,
    body: SavedQueryCreate,
    original?: QueryRow,
  ): Promise<void> {
    const now = clock.now()
    const parts = partsOf(body)
    const hash = versionHash(parts)
    const name = body.name ?? 'Untitled query'
    await insertQuery(tx, {
      id,
      name,
      description: body.description ?? '',
      categoryId: body.category ?? null,
      controllerConnectionId: body.controller_connection,
      ...columnsOf(parts),
      ...declarationsOf(body),
      currentVersion: 1,
      currentVersionHash: hash,
      createdBy: caller.id,
      createdAt: now,
      updatedAt: now,
    })
    await insertVersion(tx, versionRow(id, 1, null, parts, [...CANVAS_PARTS], caller, now))
    if (original) await note(tx, 'query_duplicate', { id, name }, `was created as a copy of "${original.name}"`)
    else
      await note(tx, 'query_create', { id, name }, 'was created', {
        ...withoutParts(body),
        version: 1,
        version_hash: hash,
      })
  }

  async function change(
    caller: Caller,
    id: string,
    patch: SavedQueryPatch,
    ifMatch: Precondition,
    restored?: number,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const row = orNotFound(await lockQuery(tx, id))
      requireOwnerOrManager(caller, row.createdBy)
      ifMatch.check(row.updatedAt)
      await checkBody(tx, patch, row)
      await write(tx, caller, row, patch, restored)
    })
  }

  async function write(
    tx: Executor,
    caller: Caller,
    row: LockedQuery,
    patch: SavedQueryPatch,
    restored?: number,
  ): Promise<void> {
    const { id } = row
    const now = nextVersionTime(clock.now(), row.updatedAt)
    const before = { nodes: row.nodes, edges: row.edges, post_processors: row.postProcessors }
    const after = { ...before, ...givenParts(patch) }
    const changes = changedParts(before, after)
    const kept = { version: row.currentVersion, version_hash: row.currentVersionHash }
    const current = changes.length > 0 ? { version: row.currentVersion + 1, version_hash: versionHash(after) } : kept
    await updateQuery(tx, id, {
      ...describedColumns(row, patch),
      updatedAt: now,
      ...declarationsOf(patch),
      ...(changes.length > 0 && {
        ...columnsOf(after),
        currentVersion: current.version,
        currentVersionHash: current.version_hash,
      }),
    })
    if (changes.length > 0) {
      await insertVersion(tx, versionRow(id, current.version, row.currentVersionHash, after, changes, caller, now))
      await deleteVersionsUpTo(tx, id, current.version - MOST_VERSIONS)
    }
    if (restored === undefined)
      await note(tx, 'query_update', row, 'was changed', {
        before: { name: row.name, ...kept },
        after: { ...withoutParts(patch), ...current },
        changes,
      })
    else await note(tx, 'query_restore', row, `was restored to version ${restored}`)
  }

  async function erase(tx: Executor, row: LockedQuery): Promise<void> {
    await deleteQuery(tx, row.id)
    await note(tx, 'query_delete', row, 'was deleted', {
      name: row.name,
      version: row.currentVersion,
      version_hash: row.currentVersionHash,
    })
  }

  async function version(actor: Actor, id: string, number: number): Promise<VersionRow> {
    await get(actor, id)
    return orNotFound(await findVersion(database.db, id, number))
  }

  return {
    list: (caller: Caller, { expectation, ...filter }: ListFilter, page: PageRequest) => {
      const where = byExpectation && expectation && ((id: SQLWrapper) => byExpectation!(id, expectation))
      return listQueryIds(database.db, caller.id, { ...filter, where }, page)
    },
    /** Runs know how queries met their expectations, and need queries: they bring the condition for the list. */
    findByExpectation: (condition: ByExpectation): void => {
      byExpectation = condition
    },
    /** The queries of a page, a few at a time. */
    read: async function* (caller: Caller, ids: readonly string[]): AsyncGenerator<readonly QueryRow[]> {
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        yield await findQueries(database.db, caller.id, ids.slice(from, from + READ_AT_ONCE))
      }
    },
    get,
    detail,
    /**
     * A query for a run or a lookup, independent of the caller; undefined if it does not exist or the id is not a UUID.
     */
    find: async (id: string) => (isUuid(id) ? findQuery(database.db, NOBODY, id.toLowerCase()) : undefined),
    countersOf: (userIds: readonly number[]) => countersOf(database.db, userIds),

    create: async (caller: Caller, body: SavedQueryCreate) => detail(caller, await create(caller, body)),

    change: async (caller: Caller, id: string, patch: SavedQueryPatch, ifMatch: Precondition) => {
      await change(caller, id, patch, ifMatch)
      return detail(caller, id)
    },

    remove: async (caller: Caller, id: string): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = orNotFound(await lockQuery(tx, id))
        requireOwnerOrManager(caller, row.createdBy)
        await erase(tx, row)
      })
      return null
    },

    duplicate: async (caller: Caller, id: string, name: string | undefined) => {
      const row = await get(caller, id)
      const copyName = name ?? `${row.name.slice(0, NAME_LENGTH - ' (copy)'.length)} (copy)`
      const { description, nodes, edges, expect, parameters } = row
      const body = {
        ...{ name: copyName, description, category: row.categoryId, controller_connection: row.controllerConnectionId },
        ...{ nodes, edges, post_processors: row.postProcessors, expect, parameters },
      }
      return detail(caller, await create(caller, body, row))
    },

    setFavorite: async (caller: Caller, id: string, favorite: boolean) => {
      await database.transaction(async (tx) => {
        const row = await get(caller, id, tx)
        await (favorite ? addFavorite : removeFavorite)(tx, caller.id, id)
        await note(
          tx,
          favorite ? 'favorite_add' : 'favorite_remove',
          row,
          favorite ? 'was added to favorites' : 'was removed from favorites',
        )
      })
      return detail(caller, id)
    },

    /**
     * For a change of many queries in one transaction: the caller asks who may, checks bodies and, at the end, the
     * quota.
     */
    many: {
      lock: lockQueries,
      faultsOf: faultsOfBody,
      insert,
      write,
      erase,
      checkQuota: (tx: Executor, caller: Caller) => checkQuota(tx, caller, 0),
    },

    versions: async (caller: Caller, id: string) => {
      await get(caller, id)
      return listVersions(database.db, id)
    },

    version,

    /** Makes an earlier version current, as a new version. */
    restore: async (caller: Caller, id: string, number: number, ifMatch: Precondition) => {
      const { nodes, edges, postProcessors } = await version(caller, id, number)
      await change(caller, id, { nodes, edges, post_processors: postProcessors }, ifMatch, number)
      return detail(caller, id)
    },
  }
}

const CANVAS_PARTS = ['nodes', 'edges', 'post_processors'] as const

/** What a body declares beside the canvas, as `checkBody` has found it to be. */
const declarationsOf = ({ expect, parameters }: SavedQueryPatch) => ({
  ...(expect !== undefined && { expect: readExpect(expect).expect }),
  ...(parameters !== undefined && { parameters: readParameters(parameters).parameters }),
})

const faultsBelow = (field: string, { faults }: { readonly faults: ExpectFaults }): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(faults).map(([path, messages]) => [path === '' ? field : `${field}.${path}`, [...messages]]),
  )

const keptParts = ({ nodes, edges, postProcessors }: Partial<QueryParts>) => ({
  nodes,
  edges,
  post_processors: postProcessors,
})

/** A query after a change, as far as it is shown. */
export function afterChange(row: LockedQuery, patch: SavedQueryPatch) {
  const { nodes, edges, postProcessors, expect, parameters } = row
  const parts = { nodes, edges, post_processors: postProcessors, ...givenParts(patch) }
  return { ...describedColumns(row, patch), ...columnsOf(parts), expect, parameters, ...declarationsOf(patch) }
}

const describedColumns = (row: LockedQuery, patch: SavedQueryPatch) => ({
  name: patch.name ?? row.name,
  description: patch.description ?? row.description,
  categoryId: patch.category === undefined ? row.categoryId : patch.category,
  controllerConnectionId: patch.controller_connection ?? row.controllerConnectionId,
})

/** A body for the audit log. The canvas may be large, and its versions are kept with the query. */
function withoutParts({ nodes: _, edges: __, post_processors: ___, ...body }: SavedQueryPatch) {
  return body
}

// `checkShape` has ensured that the lists hold objects.
const partsOf = (body: SavedQueryCreate): Parts => ({ nodes: [], edges: [], post_processors: [], ...givenParts(body) })

function givenParts(body: SavedQueryPatch): Partial<Parts> {
  const { nodes, edges, post_processors } = body as Partial<Parts>
  return { ...(nodes && { nodes }), ...(edges && { edges }), ...(post_processors && { post_processors }) }
}

const columnsOf = (parts: Parts) => ({ nodes: parts.nodes, edges: parts.edges, postProcessors: parts.post_processors })

function versionRow(
  id: string,
  version: number,
  before: string | null,
  parts: Parts,
  changes: string[],
  caller: Caller,
  now: Date,
) {
  const body: CanvasBody = parts
  return {
    savedQueryId: id,
    version,
    beforeHash: before,
    afterHash: versionHash(body),
    ...columnsOf(parts),
    changes,
    changedBy: caller.username,
    changedAt: now,
  }
}
