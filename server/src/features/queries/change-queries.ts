import { MOST_VERSIONS } from '@heddle/contract/canvas-budget.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { nextVersionTime } from '../../kernel/versions.ts'
import type { notesOn } from '../audit/index.ts'
import {
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
  insertQuery,
  insertVersion,
  type LockedQuery,
  type NewVersion,
  type QueryRow,
  updateQuery,
} from './saved-queries.store.ts'
import { changedParts, versionHash } from './version-hash.ts'

type Parts = { readonly clock: Clock; readonly note: ReturnType<typeof notesOn> }

/** Stores a new query and its first version. With an `original` it is a copy of that. */
export async function writeNewQuery(
  { clock, note }: Parts,
  tx: Executor,
  caller: Caller,
  id: string,
  body: SavedQueryCreate,
  original?: QueryRow,
): Promise<void> {
  const now = clock.now()
  const parts = partsOfNew(body)
  const hash = versionHash(parts)
  const name = body.name ?? 'Untitled query'
  await insertQuery(tx, {
    id,
    name,
    description: body.description ?? '',
    categoryId: body.category ?? null,
    controllerConnectionId: body.controller_connection,
    ...partColumns(parts),
    ...declaredColumns(body),
    currentVersion: 1,
    currentVersionHash: hash,
    createdBy: caller.id,
    createdAt: now,
    updatedAt: now,
  })
  await insertVersion(tx, {
    ...{ savedQueryId: id, version: 1, beforeHash: null, changes: [...CANVAS_PARTS] },
    ...versionOf(parts, caller, now),
  })
  if (original) await note(tx, 'query_duplicate', { id, name }, `was created as a copy of "${original.name}"`)
  else
    await note(tx, 'query_create', { id, name }, 'was created', {
      ...withoutParts(body),
      version: 1,
      version_hash: hash,
    })
}

/** Stores a change of a query, as a new version if its canvas changes. `restored` is the version that comes back. */
export async function writeChange(
  { clock, note }: Parts,
  tx: Executor,
  caller: Caller,
  row: LockedQuery,
  patch: SavedQueryPatch,
  restored?: number,
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
}

export async function eraseQuery({ note }: Parts, tx: Executor, row: LockedQuery): Promise<void> {
  await deleteQuery(tx, row.id)
  await note(tx, 'query_delete', row, 'was deleted', {
    name: row.name,
    version: row.currentVersion,
    version_hash: row.currentVersionHash,
  })
}

type CanvasChange = {
  readonly row: LockedQuery
  readonly after: CanvasParts
  readonly changes: string[]
  readonly now: Date
}

/** Adds a version, and deletes the oldest one beyond the limit. */
async function writeVersion(tx: Executor, caller: Caller, { row, after, changes, now }: CanvasChange) {
  const version = row.currentVersion + 1
  const rest = versionOf(after, caller, now)
  await insertVersion(tx, { savedQueryId: row.id, version, beforeHash: row.currentVersionHash, changes, ...rest })
  await deleteVersionsUpTo(tx, row.id, version - MOST_VERSIONS)
  return { currentVersion: version, currentVersionHash: rest.afterHash }
}

const versionOf = (
  parts: CanvasParts,
  caller: Caller,
  changedAt: Date,
): Pick<NewVersion, 'afterHash' | 'nodes' | 'edges' | 'postProcessors' | 'changedBy' | 'changedAt'> => ({
  afterHash: versionHash(parts),
  ...partColumns(parts),
  changedBy: caller.username,
  changedAt,
})

/** A body for the audit log. The canvas may be large, and its versions are kept with the query. */
function withoutParts({ nodes: _, edges: __, post_processors: ___, ...body }: SavedQueryPatch) {
  return body
}
