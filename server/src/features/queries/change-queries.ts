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
  type ChangedQuery,
  deleteQuery,
  deleteVersionsUpTo,
  insertQueries,
  insertVersions,
  type LockedQuery,
  lockQueries,
  type NewQuery,
  type NewVersion,
  type QueryRow,
  updateQueries,
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

/** What is to become of a query. */
export type QueryChangeOrder = { readonly row: LockedQuery; readonly patch: SavedQueryPatch }

/** Stores changes of queries, each as a new version if its canvas changes, in a few statements for all of them. */
export async function writeChanges(
  { clock, audit, events }: Pick<Parts, 'clock' | 'audit' | 'events'>,
  tx: Executor,
  caller: Caller,
  orders: readonly QueryChangeOrder[],
  { restored, isFromFile }: Origin = {},
): Promise<void> {
  const changed = orders.map((order) => {
    const { row, patch } = order
    const now = nextVersionTime(clock.now(), row.updatedAt)
    const before = storedParts(row)
    const change = canvasChange(caller, { row, before, after: { ...before, ...partsGiven(patch) }, now })
    const changes = {
      ...describedColumns(patch),
      ...declaredColumns(patch),
      ...change.columns,
      ...(isFromFile && { fileHash: contentHash(afterChange(row, patch)) }),
      updatedAt: now,
    }
    return { ...order, ...change, changes }
  })
  await storeChanges(tx, changed)
  await audit.recordAll(
    tx,
    changed.map(({ row, patch, version, columns }) => {
      if (restored !== undefined) return noteOf('query_restore', row, `was restored to version ${restored}`)
      const { currentVersion, currentVersionHash } = { ...row, ...columns }
      return noteOf('query_update', row, 'was changed', {
        before: { name: row.name, version: row.currentVersion, version_hash: row.currentVersionHash },
        after: { ...withoutParts(patch), version: currentVersion, version_hash: currentVersionHash },
        changes: version?.changes ?? [],
      })
    }),
  )
  await events.raise(tx, queriesChanged, {
    changes: changed.map(({ row: { id, name: formerName, categoryId: from }, patch }) => {
      const { name = formerName, categoryId: to = from } = describedColumns(patch)
      return { id, kind: 'change' as const, name, formerName, from, to }
    }),
  })
}

type StoredChange = ChangedQuery & { readonly version: NewVersion | undefined }

/** With each new version, the oldest one beyond the limit goes. */
async function storeChanges(tx: Executor, changed: readonly StoredChange[]): Promise<void> {
  const versions = changed.flatMap(({ version }) => version ?? [])
  await insertVersions(tx, versions)
  await deleteVersionsUpTo(
    tx,
    versions.map(({ savedQueryId: id, version }) => ({ id, upTo: version - MOST_VERSIONS })),
  )
  await updateQueries(tx, changed)
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
    const changed = some.flatMap(({ id, body, pack }) => {
      const row = present.get(id)
      if (row === undefined) return []
      const now = nextVersionTime(clock.now(), row.updatedAt)
      const change = canvasChange(author, { row, before: storedParts(row), after: partsOfNew(body), now })
      const changes = {
        ...{ name: body.name ?? '', description: body.description ?? '', categoryId: body.category ?? null },
        ...declaredColumns(body),
        ...change.columns,
        ...{ pack, updatedAt: now },
      }
      return { row, ...change, changes }
    })
    await storeChanges(tx, changed)
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
  readonly before: CanvasParts
  readonly after: CanvasParts
  readonly now: Date
}

/** The version that a change of the canvas becomes, and what the query says of it; nothing if the canvas stays. */
function canvasChange(author: Author, { row, before, after, now }: CanvasChange) {
  const changes = changedParts(before, after)
  if (changes.length === 0) return { version: undefined, columns: {} }
  const version = row.currentVersion + 1
  const rest = versionOf(after, author, now)
  return {
    version: { savedQueryId: row.id, version, beforeHash: row.currentVersionHash, changes, ...rest },
    columns: { ...partColumns(after), currentVersion: version, currentVersionHash: rest.afterHash },
  }
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
