import type { RepositoryConflict } from '@heddle/contract/repositories.ts'
import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { readQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { pathsUpTo } from '@heddle/domain/query-files/folders.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import { timestamp } from '../../kernel/instants.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import { FILE_CHECKS } from '../query-files/index.ts'
import {
  deleteChanges,
  findChangesOfQuery,
  findConflict,
  findConflicts,
  type QueryContent,
  updateRepositoryChange,
} from './changes.store.ts'
import { findRepository, lockRepository, updateRepository } from './repositories.store.ts'
import type { RepositoryChangeRow, RepositoryRow } from './repositories.tables.ts'
import { folderOf, type RepositoryParts } from './repository-parts.ts'

/** What was changed here and in the repository, with both sides. */
export async function listConflicts(
  { database: { db }, files }: RepositoryParts,
  id: string,
): Promise<readonly RepositoryConflict[]> {
  orNotFound(await findRepository(db, id))
  return Promise.all(
    (await findConflicts(db, id)).map(async (change): Promise<RepositoryConflict> => {
      const newest = (await findChangesOfQuery(db, id, change.savedQueryId!)).at(-1) ?? change
      const [here = null] =
        newest.content === null ? [] : await files.present(db, [newest.content as unknown as QueryContent])
      return {
        ...{ id: change.id, name: newest.name, saved_query: newest.content === null ? null : change.savedQueryId },
        ...{ file: change.conflictPath!, author: newest.authorName, saved_at: timestamp(newest.createdAt) },
        ...{ here, git: change.conflictTheirs },
      }
    }),
  )
}

type Decision = { readonly conflict: string; readonly keep: 'here' | 'git'; readonly signal: AbortSignal }

/** Keeps one side. The save goes over the repository's file, or what that says becomes the saved query. */
export async function decideConflict(
  parts: RepositoryParts,
  caller: Caller,
  id: string,
  { conflict, keep, signal }: Decision,
): Promise<null> {
  const { database } = parts
  const row = orNotFound(await findRepository(database.db, id))
  const change = orNotFound(await findConflict(database.db, id, conflict))
  const [query] = await parts.queries.many.lock(database.db, [change.savedQueryId!])
  if (query) requireOwnerOrManager(caller, query.createdBy)
  if (keep === 'here') await database.transaction((tx) => keepHere(parts, tx, row, change))
  else await keepGit(parts, caller, row, { change, isThere: query !== undefined, signal })
  return null
}

/** From now on, the file is known as the repository has it, and may be written over. */
async function keepHere(
  parts: RepositoryParts,
  tx: Executor,
  row: RepositoryRow,
  change: RepositoryChangeRow,
): Promise<void> {
  const locked = orNotFound(await lockRepository(tx, row.id))
  orNotFound(await findConflict(tx, row.id, change.id))
  await updateRepositoryChange(tx, change.id, { conflictPath: null, conflictOid: null, conflictTheirs: null })
  await settleKnown(parts, tx, locked, change)
  await noteDecision(parts, tx, row, change, 'here')
}

async function settleKnown(
  { clock }: RepositoryParts,
  tx: Executor,
  row: RepositoryRow,
  change: RepositoryChangeRow,
): Promise<void> {
  const { conflictPath, conflictOid, name } = change
  const { [conflictPath!]: before, ...others } = row.known
  const [, ...names] = before ?? ['', name]
  await updateRepository(tx, row.id, {
    known: conflictOid === null ? others : { ...others, [conflictPath!]: [conflictOid, ...names] },
    nextAttemptAt: clock.now(),
  })
}

type Kept = { readonly change: RepositoryChangeRow; readonly isThere: boolean; readonly signal: AbortSignal }

async function keepGit(
  parts: RepositoryParts,
  caller: Caller,
  row: RepositoryRow,
  { change, isThere, signal }: Kept,
): Promise<void> {
  const { database, files, applying, queries } = parts
  const end = async (tx: Executor): Promise<void> => {
    const locked = orNotFound(await lockRepository(tx, row.id))
    orNotFound(await findConflict(tx, row.id, change.id))
    const saves = await findChangesOfQuery(tx, row.id, change.savedQueryId!)
    await deleteChanges(
      tx,
      saves.map(({ id }) => id),
    )
    await settleKnown(parts, tx, locked, change)
    await noteDecision(parts, tx, row, change, 'git')
  }
  const { conflictTheirs: theirs } = change
  if (theirs === null) {
    requireAllowed(may('queries.delete_savedquery'), caller)
    await database.transaction(async (tx) => {
      applying.add(tx)
      const [query] = isThere ? await queries.many.lock(tx, [change.savedQueryId!]) : []
      if (query) await queries.many.erase(tx, query)
      await end(tx)
    })
    return
  }
  const folder = await folderOf(database.db, row)
  const wire = documentOfOne(theirs, change.name, folder)
  const confined = { folder, begin: (tx: Executor) => void applying.add(tx), end }
  await files.import(caller, readQueryFile(wire, FILE_CHECKS), { dryRun: false, signal, confined })
}

/** A file of one query, which takes the place of the one that was saved under another name here. */
function documentOfOne(theirs: FileSavedQuery, name: string, folder: string) {
  const { category = folder } = theirs
  const categories = category === null ? [] : pathsUpTo(category).filter((path) => path.startsWith(`${folder}/`))
  const query = { ...theirs, category, ...(theirs.name !== name && { renamed_from: name }) }
  return { version: 1, categories, saved_queries: [query], scheduled_tasks: [] }
}

async function noteDecision(
  { note }: RepositoryParts,
  tx: Executor,
  row: RepositoryRow,
  change: RepositoryChangeRow,
  keep: 'here' | 'git',
): Promise<void> {
  const name = await folderOf(tx, row)
  const what = `keeps "${change.name}" as it is ${keep === 'here' ? 'here' : 'in Git'}`
  await note(tx, 'repository_decide', { id: row.id, name }, what, { saved_query: change.savedQueryId, keep })
}
