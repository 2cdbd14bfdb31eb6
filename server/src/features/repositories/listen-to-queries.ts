import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict } from '../../kernel/errors.ts'
import { currentActor } from '../../platform/request-scope.ts'
import type { Events } from '../../platform/events/events.ts'
import { foldersChanging, queriesChanged } from '../queries/index.ts'
import { readBoundFolders } from './bound-folders.ts'
import { contentsOf, findAuthor, insertChanges } from './changes.store.ts'
import { repositoriesDue } from './repositories.events.ts'
import { type BoundFolder, makeDue } from './repositories.store.ts'

type Parts = {
  readonly events: Events
  readonly clock: Clock
  /** Transactions that bring what a repository says. */
  readonly applying: WeakSet<Executor>
}
type QueryChange = Static<(typeof queriesChanged)['schema']>['changes'][number]

/** Saves in a folder that is in Git are refused there, or noted to be committed, in their own transaction. */
export function listenToQueries(parts: Parts): void {
  const { events, applying } = parts
  events.onRaised(queriesChanged, async (tx, { changes }) => {
    if (!applying.has(tx)) await noteQueries(parts, tx, changes)
  })
  events.onRaised(foldersChanging, async (tx, change) => {
    if (!applying.has(tx)) await noteFolder(parts, tx, change)
  })
}

export function inGit({ id }: BoundFolder): Conflict {
  return new Conflict('This folder lives in Git: change the repository, or save as a branch of it.', 'in_git', {
    repository: id,
  })
}

async function noteQueries(parts: Parts, tx: Executor, changes: readonly QueryChange[]): Promise<void> {
  const bound = await readBoundFolders(tx)
  if (!bound) return
  const noted = changes.flatMap((change) => {
    const [from, to] = [bound.of(change.from), bound.of(change.to)]
    for (const side of [from, to]) if (side?.mode === 'git') throw inGit(side)
    return [
      ...(to ? [{ change, repository: to, isThere: true }] : []),
      ...(from && from.id !== to?.id ? [{ change, repository: from, isThere: false }] : []),
    ]
  })
  if (noted.length === 0) return
  const present = noted.flatMap(({ change, isThere }) => (isThere ? change.id : []))
  const contents = new Map((await contentsOf(tx, present)).map(({ id, content }) => [id, content]))
  const author = await authorOf(tx)
  await insertChanges(
    tx,
    noted.map(({ change: { id, kind, name, formerName }, repository, isThere }) => ({
      ...{ id: randomUUID(), repositoryId: repository.id, savedQueryId: id, name, formerName },
      content: (isThere && contents.get(id)) || null,
      ...author,
      message: isThere ? messageOf(kind, name, formerName) : `Delete saved query "${formerName}"`,
      createdAt: parts.clock.now(),
    })),
  )
  await wake(parts, tx, new Set(noted.map(({ repository }) => repository.id)))
}

function messageOf(kind: QueryChange['kind'], name: string, formerName: string): string {
  if (kind === 'create') return `Create saved query "${name}"`
  return name === formerName ? `Change saved query "${name}"` : `Rename saved query "${formerName}" to "${name}"`
}

async function noteFolder(
  parts: Parts,
  tx: Executor,
  { kind, id, parent, name }: Static<(typeof foldersChanging)['schema']>,
): Promise<void> {
  const bound = await readBoundFolders(tx)
  if (!bound) return
  const below = id === undefined ? [] : bound.below(id)
  if (kind === 'delete' && below.some(({ categoryId }) => categoryId === id))
    throw new Conflict(`"${name}" is kept in Git. Delete its repository here first.`, 'bound_folder')
  const touched = new Map([bound.of(id), bound.of(parent), ...below].flatMap((one) => (one ? [[one.id, one]] : [])))
  for (const one of touched.values()) if (one.mode === 'git') throw inGit(one)
  // An empty folder is nothing that Git knows.
  if (kind === 'create' || touched.size === 0) return
  const author = await authorOf(tx)
  await insertChanges(
    tx,
    [...touched.keys()].map((repositoryId) => ({
      ...{ id: randomUUID(), repositoryId, savedQueryId: null, name, formerName: name, content: null },
      ...author,
      message: kind === 'delete' ? `Delete folder "${name}"` : `Change folder "${name}"`,
      createdAt: parts.clock.now(),
    })),
  )
  await wake(parts, tx, touched.keys())
}

export async function authorOf(tx: Executor) {
  const { userId, username } = currentActor()
  const user = await findAuthor(tx, userId)
  const fullName = [user?.firstName, user?.lastName].filter((part) => part !== undefined && part !== '').join(' ')
  return {
    authorName: fullName === '' ? username : fullName,
    authorEmail: user?.email || `${username}@heddle.invalid`,
  }
}

/** At once when it commits; who looks too early looks again. */
async function wake({ events, clock }: Parts, tx: Executor, ids: Iterable<string>): Promise<void> {
  for (const id of ids) await makeDue(tx, id, clock.now())
  await events.publish(repositoriesDue, {})
}
