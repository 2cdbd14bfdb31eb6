import { randomUUID } from 'node:crypto'
import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { RepositoryBranchBody } from '@heddle/contract/repositories.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { BadGateway, FieldErrors, NotFound, orNotFound } from '../../kernel/errors.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import { afterChange, declaredColumns, type LockedQuery } from '../queries/index.ts'
import { readBoundFolders } from './bound-folders.ts'
import { authorOf } from './listen-to-queries.ts'
import { findRepository } from './repositories.store.ts'
import type { RepositoryRow } from './repositories.tables.ts'
import { folderOf, remoteOf, type RepositoryParts } from './repository-parts.ts'

type Draft = { readonly name: string; readonly formerName: string; readonly query: FileSavedQuery | null }

/** Commits what a save would have changed on a branch of its own, for somebody to merge. */
export async function commitBranch(
  parts: RepositoryParts,
  caller: Caller,
  id: string,
  { body, signal }: { readonly body: RepositoryBranchBody; readonly signal: AbortSignal },
): Promise<{ readonly branch: string; readonly commit: string }> {
  const { database, threads, clock, note } = parts
  const row = orNotFound(await findRepository(database.db, id))
  if (body.name === row.branch)
    throw new FieldErrors({ name: [`"${row.branch}" is what the folder follows: name another.`] })
  const draft = await database.transaction((tx) => readDraft(parts, tx, caller, row, body))
  const author = await authorOf(database.db)
  const folder = await folderOf(database.db, row)
  const committed = await threads.call(
    'branch',
    {
      remote: remoteOf(parts, row, folder),
      change: {
        ...{ id: randomUUID(), savedQuery: body.saved_query ?? '', ...draft, message: body.message.trim() },
        author: { name: author.authorName, email: author.authorEmail, at: clock.now() },
      },
      target: body.name,
    },
    signal,
  )
  if (!committed.ok) throw new BadGateway(committed.message)
  const commit = committed.value
  await database.transaction((tx) =>
    note(
      tx,
      'repository_branch',
      { id, name: folder },
      `got a branch "${body.name}" with a change of "${draft.name}"`,
      {
        ...{ branch: body.name, message: body.message, commit },
      },
    ),
  )
  return { branch: body.name, commit }
}

async function readDraft(
  parts: RepositoryParts,
  tx: Executor,
  caller: Caller,
  repository: RepositoryRow,
  body: RepositoryBranchBody,
): Promise<Draft> {
  const { queries, files } = parts
  const { saved_query: savedQuery, query } = body
  const [row] = savedQuery == null ? [] : await queries.many.lock(tx, [savedQuery.toLowerCase()])
  if (savedQuery != null && row === undefined) throw new NotFound('There is no such saved query.')
  if (row) requireOwnerOrManager(caller, row.createdBy)
  if (row === undefined && query == null) throw new FieldErrors({ query: ['This field is required for a new query.'] })
  if (query == null) return { name: row!.name, formerName: row!.name, query: null }
  const faults = await queries.many.faultsOf(tx, query, row)
  for (const field of row ? [] : (['name', 'controller_connection', 'nodes', 'edges'] as const))
    if (query[field] === undefined) faults[field] = ['This field is required.']
  const to = query.category === undefined ? (row?.categoryId ?? repository.categoryId) : query.category
  const bound = await readBoundFolders(tx)
  if (bound?.of(to)?.id !== repository.id) faults.category = ['This folder is not in the repository.']
  if (Object.keys(faults).length > 0)
    throw new FieldErrors(Object.fromEntries(Object.entries(faults).map(([field, list]) => [`query.${field}`, list])))
  const after = afterChange(row ?? emptyQuery(repository), {
    ...query,
    category: to,
    ...declaredColumns(query),
  })
  const [presented] = await files.present(tx, [after])
  return { name: after.name, formerName: row?.name ?? after.name, query: presented! }
}

/** What a new query is before anything is said of it. */
const emptyQuery = ({ categoryId }: RepositoryRow): LockedQuery => ({
  ...{ id: '', name: '', description: '', categoryId, controllerConnectionId: null, pack: null },
  ...{ nodes: [], edges: [], postProcessors: [], expect: null, parameters: [] },
  ...{ when: null, resource: 'dn', reason: '', severity: 'medium', why: '', remedy: '', links: [], look: false },
  ...{ currentVersion: 1, currentVersionHash: '', fileHash: null, createdBy: null },
  ...{ createdAt: new Date(0), updatedAt: new Date(0) },
})
