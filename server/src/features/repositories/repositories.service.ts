import type {
  Repository,
  RepositoryBranchBody,
  RepositoryConflict,
  RepositoryCreate,
  RepositoryPatch,
  RepositoryPlan,
} from '@heddle/contract/repositories.ts'
import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import type { Caller } from '../../kernel/caller.ts'
import { SECOND } from '../../kernel/durations.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Precondition } from '../../kernel/versions.ts'
import { notesOn } from '../audit/index.ts'
import { commitBranch } from './branch-repository.ts'
import { changeRepository, createRepository, removeRepository, type CheckedBody } from './change-repository.ts'
import { decideConflict, listConflicts } from './decide-conflict.ts'
import { listenToQueries } from './listen-to-queries.ts'
import { applyPlan, planOf } from './plan-repository.ts'
import { repositoriesDue } from './repositories.events.ts'
import { presentRepository } from './repositories.presenter.ts'
import { findFolders, findRepository, findShown, hasDue, listRepositories, makeDue } from './repositories.store.ts'
import { createRepositoryDriver } from './repository-driver.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { syncOne } from './sync-repository.ts'

export type RepositoriesService = ReturnType<typeof createRepositoriesService>

/** However often the hook is called: a repository is asked no more often than this. */
const LEAST_BETWEEN_MS = 10 * SECOND

export function createRepositoriesService(dependencies: Omit<RepositoryParts, 'note' | 'applying'>) {
  const parts: RepositoryParts = {
    ...dependencies,
    note: notesOn(dependencies.audit, 'Folder', 'query_repository'),
    applying: new WeakSet(),
  }
  const { database, clock, events, logger } = parts
  const get = (id: string) => readOne(parts, id)
  return {
    list: (page: PageRequest) => list(parts, page),
    get,
    create: async (caller: Caller, sent: CheckedBody<RepositoryCreate>) =>
      get(await createRepository(parts, caller, sent)),
    change: async (
      caller: Caller,
      id: string,
      change: CheckedBody<RepositoryPatch> & { readonly ifMatch: Precondition },
    ) => {
      await changeRepository(parts, caller, id.toLowerCase(), change)
      return get(id)
    },
    remove: (caller: Caller, id: string) => removeRepository(parts, caller, id.toLowerCase()),
    plan: (caller: Caller, id: string, signal: AbortSignal): Promise<RepositoryPlan> =>
      planOf(parts, caller, id.toLowerCase(), signal),
    apply: (caller: Caller, id: string, commit: string, signal: AbortSignal): Promise<RepositoryPlan> =>
      applyPlan(parts, caller, id.toLowerCase(), { commit, signal }),
    branch: (caller: Caller, id: string, body: RepositoryBranchBody, signal: AbortSignal) =>
      commitBranch(parts, caller, id.toLowerCase(), { body, signal }),
    conflicts: (id: string): Promise<readonly RepositoryConflict[]> => listConflicts(parts, id.toLowerCase()),
    decide: async (
      caller: Caller,
      id: string,
      decision: { readonly conflict: string; readonly keep: 'here' | 'git'; readonly signal: AbortSignal },
    ) => {
      const { conflict, ...rest } = decision
      await decideConflict(parts, caller, id.toLowerCase(), { ...rest, conflict: conflict.toLowerCase() })
      await events.publish(repositoriesDue, {})
      return get(id)
    },
    hint: (id: string) => hint(parts, id.toLowerCase()),
    /** Whether there was one that was due. */
    syncOne: (signal: AbortSignal) => syncOne(parts, signal),
    listen: () => listenToQueries(parts),
    driver: createRepositoryDriver({
      syncOne: (signal) => syncOne(parts, signal),
      hasDue: () => hasDue(database.db, clock.now()),
      ...{ events, clock, logger },
    }),
  }
}

async function list({ database: { db } }: RepositoryParts, page: PageRequest): Promise<PageOf<Repository>> {
  const { count, items } = await listRepositories(db, page)
  const paths = items.length === 0 ? new Map<number, string>() : folderPaths(await findFolders(db))
  return { count, items: items.map((row) => presentRepository(row, paths.get(row.categoryId) ?? '')) }
}

async function readOne({ database: { db } }: RepositoryParts, id: string): Promise<Repository> {
  const row = orNotFound(await findShown(db, id.toLowerCase()))
  return presentRepository(row, folderPaths(await findFolders(db)).get(row.categoryId) ?? '')
}

/** Somebody says that something was pushed: it is looked at soon, in the driver's own time. */
async function hint({ database: { db }, clock, events }: RepositoryParts, id: string): Promise<null> {
  const { checkedAt, mode } = orNotFound(await findRepository(db, id))
  if (mode !== 'git') return null
  const now = clock.now().getTime()
  const earliest = checkedAt === null ? now : Math.max(now, checkedAt.getTime() + LEAST_BETWEEN_MS)
  await makeDue(db, id, new Date(earliest))
  await events.publish(repositoriesDue, {})
  return null
}
