import { MOST_VERSIONS } from '@heddle/contract/canvas-budget.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import { nextVersionTime } from '../../kernel/versions.ts'
import { type Audit, describeNote, type notesOn } from '../audit/index.ts'
import {
  afterChange,
  CANVAS_PARTS,
  type CanvasParts,
  declaredColumns,
  describedColumns,
  partColumns,
  partsGiven,
  partsOfNew,
  storedParts,
} from './canvas-parts.ts'
import {
  deleteQuery,
  deleteVersionsUpTo,
  insertQueries,
  insertVersions,
  type LockedQuery,
  lockQueries,
  type NewQuery,
  type NewVersion,
  type QueryRow,
  updateQuery,
} from './saved-queries.store.ts'
import { queriesChanged } from './queries.events.ts'
import { changedParts, contentHash, versionHash } from './version-hash.ts'

type Parts = {
  readonly clock: Clock
  readonly audit: Audit
  readonly events: Events
  readonly note: ReturnType<typeof notesOn>
}

export const QUERY_NOTES = { kind: 'Saved query', type: 'saved_query' } as const
const noteOf = describeNote(QUERY_NOTES)

export type NewQueryOrder = {
  readonly id: string
  /** Without a connection, it runs on the one given. */
  readonly body: Omit<SavedQueryCreate, 'controller_connection'> & { readonly controller_connection: string | null }
  /** Whether a file says so. */
  readonly isFromFile?: boolean
}

/** Stores new queries and their first versions, in three statements. With an `original` they are copies of that. */
export async function writeNewQueries(
  { clock, audit, events }: Parts,
  tx: Executor,
  caller: Caller,
  orders: readonly NewQueryOrder[],
  original?: QueryRow,
): Promise<void> {
  const now = clock.now()
  const made = orders.map((order) => newQuery(order, caller, now))
  await insertMade(tx, made)
  await audit.recordAll(
    tx,
    made.map(({ query, body }) =>
      original
        ? noteOf('query_duplicate', query, `was created as a copy of "${original.name}"`)
        : noteOf('query_create', query, 'was created', {
            ...withoutParts(body),
            version: 1,
            version_hash: query.currentVersionHash,
          }),
    ),
  )
  await events.raise(tx, queriesChanged, {
    changes: made.map(({ query: { id, name, categoryId } }) => ({
      ...{ id, kind: 'create' as const, name, formerName: name, to: categoryId },
    })),
  })
}

async function insertMade(
  tx: Executor,
  made: readonly { readonly query: NewQuery; readonly version: NewVersion }[],
): Promise<void> {
  await insertQueries(
    tx,
    made.map(({ query }) => query),
  )
  await insertVersions(
    tx,
    made.map(({ version }) => version),
  )
}

/** Who writes a query; one of a pack is nobody's. */
type Author = { readonly id: number | null; readonly username: string }

function newQuery({ id, body, isFromFile }: NewQueryOrder, caller: Author, now: Date) {
  const parts = partsOfNew(body)
  const first = versionOf(parts, caller, now)
  const query = {
    id,
    name: body.name ?? 'Untitled query',
    description: body.description ?? '',
    categoryId: body.category ?? null,
    controllerConnectionId: body.controller_connection,
    ...partColumns(parts),
    ...declaredColumns(body),
    currentVersion: 1,
    currentVersionHash: first.afterHash,
    createdBy: caller.id,
    createdAt: now,
    updatedAt: now,
  }
  return {
    body,
    query: { ...query, ...(isFromFile && { fileHash: contentHash(query) }) },
    version: { savedQueryId: id, version: 1, beforeHash: null, changes: [...CANVAS_PARTS], ...first },
  }
}

/** Where a change comes from: a version that comes back, or a file. */
type Origin = { readonly restored?: number; readonly isFromFile?: boolean }

/** Stores a change of a query, as a new version if its canvas changes. */
export async function writeChange(
  { clock, note, events }: Parts,
  tx: Executor,
  caller: Caller,
  row: LockedQuery,
  patch: SavedQueryPatch,
  { restored, isFromFile }: Origin = {},
): Promise<void> {
  const now = nextVersionTime(clock.now(), row.updatedAt)
  const before = storedParts(row)
  const after = { ...before, ...partsGiven(patch) }
  const changes = changedParts(before, after)
  const version = changes.length > 0 ? await writeVersion(tx, caller, { row, after, changes, now }) : undefined
  await updateQuery(tx, row.id, {
    ...describedColumns(patch),
    ...declaredColumns(patch),
    ...(version && partColumns(after)),
    ...version,
    ...(isFromFile && { fileHash: contentHash(afterChange(row, patch)) }),
    updatedAt: now,
  })
  const { currentVersion, currentVersionHash } = { ...row, ...version }
  if (restored === undefined)
    await note(tx, 'query_update', row, 'was changed', {
      before: { name: row.name, version: row.currentVersion, version_hash: row.currentVersionHash },
      after: { ...withoutParts(patch), version: currentVersion, version_hash: currentVersionHash },
      changes,
    })
  else await note(tx, 'query_restore', row, `was restored to version ${restored}`)
  const { id, name: formerName, categoryId: from } = row
  const { name = formerName, categoryId: to = from } = describedColumns(patch)
  await events.raise(tx, queriesChanged, { changes: [{ id, kind: 'change', name, formerName, from, to }] })
}

/** A check of a pack, as its saved query. */
export type PackQueryOrder = NewQueryOrder & { readonly pack: NonNullable<NewQuery['pack']> }

const WRITTEN_AT_ONCE = 50

/** Stores the checks of a pack: new ones, and what differs in those there are. The caller writes the audit entry. */
export async function writePackQueries(
  { clock }: Pick<Parts, 'clock'>,
  tx: Executor,
  { username }: Caller,
  orders: readonly PackQueryOrder[],
): Promise<void> {
  const author = { id: null, username }
  for (let start = 0; start < orders.length; start += WRITTEN_AT_ONCE) {
    const some = orders.slice(start, start + WRITTEN_AT_ONCE)
    const rows = await lockQueries(
      tx,
      some.map(({ id }) => id),
    )
    const present = new Map(rows.map((row) => [row.id, row]))
    const fresh = some.filter(({ id }) => !present.has(id))
    if (fresh.length > 0)
      await insertMade(
        tx,
        fresh.map((order) => {
          const made = newQuery(order, author, clock.now())
          return { ...made, query: { ...made.query, pack: order.pack } }
        }),
      )
    for (const { id, body, pack } of some) {
      const row = present.get(id)
      if (row === undefined) continue
      const now = nextVersionTime(clock.now(), row.updatedAt)
      const after = partsOfNew(body)
      const changes = changedParts(storedParts(row), after)
      const version = changes.length > 0 ? await writeVersion(tx, author, { row, after, changes, now }) : undefined
      await updateQuery(tx, id, {
        ...{ name: body.name ?? '', description: body.description ?? '', categoryId: body.category ?? null },
        ...declaredColumns(body),
        ...(version && partColumns(after)),
        ...version,
        ...{ pack, updatedAt: now },
      })
    }
  }
}

export async function eraseQuery({ note, events }: Parts, tx: Executor, row: LockedQuery): Promise<void> {
  await deleteQuery(tx, row.id)
  await note(tx, 'query_delete', row, 'was deleted', {
    name: row.name,
    version: row.currentVersion,
    version_hash: row.currentVersionHash,
  })
  const { id, name, categoryId: from } = row
  await events.raise(tx, queriesChanged, { changes: [{ id, kind: 'delete', name, formerName: name, from }] })
}

type CanvasChange = {
  readonly row: LockedQuery
  readonly after: CanvasParts
  readonly changes: string[]
  readonly now: Date
}

/** Adds a version, and deletes the oldest one beyond the limit. */
async function writeVersion(tx: Executor, caller: Author, { row, after, changes, now }: CanvasChange) {
  const version = row.currentVersion + 1
  const rest = versionOf(after, caller, now)
  await insertVersions(tx, [{ savedQueryId: row.id, version, beforeHash: row.currentVersionHash, changes, ...rest }])
  await deleteVersionsUpTo(tx, row.id, version - MOST_VERSIONS)
  return { currentVersion: version, currentVersionHash: rest.afterHash }
}

const versionOf = (
  parts: CanvasParts,
  caller: Author,
  changedAt: Date,
): Pick<NewVersion, 'afterHash' | 'nodes' | 'edges' | 'postProcessors' | 'changedBy' | 'changedAt'> => ({
  afterHash: versionHash(parts),
  ...partColumns(parts),
  changedBy: caller.username,
  changedAt,
})

/** A body for the audit log. The canvas may be large, and its versions are kept with the query. */
function withoutParts({ nodes: _, edges: __, post_processors: ___, ...body }: SavedQueryPatch | NewQueryOrder['body']) {
  return body
}
