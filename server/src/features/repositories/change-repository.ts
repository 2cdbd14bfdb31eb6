import { randomUUID } from 'node:crypto'
import { MOST_REPOSITORIES, type RepositoryCreate, type RepositoryPatch } from '@heddle/contract/repositories.ts'
import { folderPaths, withFoldersBelow } from '@heddle/domain/query-files/folders.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, Forbidden, orNotFound } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import { faultOfCertificates } from '../../platform/connections/certificates.ts'
import { countOpenChanges, insertChanges } from './changes.store.ts'
import { authorOf } from './listen-to-queries.ts'
import { repositoriesDue } from './repositories.events.ts'
import {
  countRepositories,
  deleteRepository,
  findBound,
  findFolders,
  insertRepository,
  lockRepository,
  updateRepository,
} from './repositories.store.ts'
import type { RepositoryRow } from './repositories.tables.ts'
import { type RepositoryParts, repositoryTokenPlace } from './repository-parts.ts'

/** A repository is the workspace's, and what is in it may be applied with the rights of others. */
export function requireManager(caller: Caller): void {
  if (!caller.managesWorkspace)
    throw new Forbidden('Only operators and administrators decide which folders are in Git.')
}

/** Nothing is known of it yet, and it is due at once. */
const anew = (now: Date) => ({
  ...{ state: 'new' as const, lastError: null, known: {}, lastCommit: null, isRewritten: false, attempts: 0 },
  ...{ waitingCommit: null, waitingDocument: null, waitingPlaces: null, waitingFaults: null, checkedAt: null },
  nextAttemptAt: now,
})

/** What was sent, and the faults of its shape: those fields hold anything. */
export type CheckedBody<B> = { readonly body: B; readonly faults: FieldMessages }

export async function createRepository(
  parts: RepositoryParts,
  caller: Caller,
  sent: CheckedBody<RepositoryCreate>,
): Promise<string> {
  requireManager(caller)
  const { body } = sent
  const { category, token = null, ca_certificate: certificate = null, mode } = body
  const { branch = 'main', path = '', apply = 'plan' } = body
  const faults = await faultsOf(parts, sent)
  const id = randomUUID()
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const folder = faults['category'] === undefined ? await checkFolder(tx, category, faults) : ''
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    await insertRepository(tx, {
      ...{ id, categoryId: category, url: cleanUrl(body.url), branch, path, mode, apply, ownerId: caller.id },
      ...{ caCertificate: certificate, tokenSealed: sealed(parts, id, token), createdAt: now, updatedAt: now },
      ...anew(now),
    })
    if (mode === 'here') await addFolderChange(parts, tx, id, folder)
    const content = { category, url: cleanUrl(body.url), branch, path, mode, apply, has_token: token !== null }
    await parts.note(tx, 'repository_create', { id, name: folder }, 'was bound to a Git repository', content)
  })
  await parts.events.publish(repositoriesDue, {})
  return id
}

export async function changeRepository(
  parts: RepositoryParts,
  caller: Caller,
  id: string,
  { ifMatch, ...sent }: CheckedBody<RepositoryPatch> & { readonly ifMatch: Precondition },
): Promise<void> {
  requireManager(caller)
  const { body } = sent
  const faults = await faultsOf(parts, sent)
  const { database, clock } = parts
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockRepository(tx, id))
    ifMatch.check(row.updatedAt)
    const url = body.url === undefined || faults['url'] !== undefined ? row.url : cleanUrl(body.url)
    // A token is not sent to another server than the one that it was entered for.
    if (new URL(url).host !== new URL(row.url).host && row.tokenSealed !== null && body.token === undefined)
      faults.token = ['Enter the token again: it is not sent to another server.']
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    const { branch = row.branch, path = row.path, mode = row.mode, apply = row.apply } = body
    const isElsewhere = url !== row.url || branch !== row.branch || path !== row.path
    if ((mode === 'git' && row.mode === 'here') || isElsewhere) await requireNothingWaits(tx, row)
    const isAnew = isElsewhere || mode !== row.mode
    const now = clock.now()
    const folder = folderPaths(await findFolders(tx)).get(row.categoryId)!
    await updateRepository(tx, id, {
      ...{ url, branch, path, mode, apply, updatedAt: nextVersionTime(now, row.updatedAt), nextAttemptAt: now },
      ...onlyGiven({ caCertificate: body.ca_certificate }),
      ...(body.token !== undefined && { tokenSealed: sealed(parts, id, body.token) }),
      ...(body.apply === 'auto' && { ownerId: caller.id }),
      ...(isAnew && anew(now)),
    })
    if (mode === 'here' && isAnew) await addFolderChange(parts, tx, id, folder)
    const { token, ca_certificate: _, ...content } = body
    const noted = { ...content, ...(body.url !== undefined && { url }), changed_token: token !== undefined }
    await parts.note(tx, 'repository_update', { id, name: folder }, 'got another way to its Git repository', noted)
  })
  await parts.events.publish(repositoriesDue, {})
}

export async function removeRepository({ database, note }: RepositoryParts, caller: Caller, id: string): Promise<null> {
  requireManager(caller)
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockRepository(tx, id))
    const folder = folderPaths(await findFolders(tx)).get(row.categoryId)!
    await deleteRepository(tx, id)
    await note(tx, 'repository_delete', { id, name: folder }, 'is no longer kept in Git', { url: row.url })
  })
  return null
}

async function requireNothingWaits(tx: Executor, { id }: RepositoryRow): Promise<void> {
  const count = await countOpenChanges(tx, id)
  if (count > 0)
    throw new Conflict(
      `${count} saves are not in the repository yet. Wait for them, or decide on their conflicts, first.`,
      'changes_wait',
    )
}

/** The first commit of a folder holds all that is in it. */
async function addFolderChange({ clock }: RepositoryParts, tx: Executor, id: string, folder: string): Promise<void> {
  await insertChanges(tx, [
    {
      ...{ id: randomUUID(), repositoryId: id, savedQueryId: null, name: folder, formerName: folder, content: null },
      ...(await authorOf(tx)),
      ...{ message: `Add folder "${folder}"`, createdAt: clock.now() },
    },
  ])
}

/** Its path. A folder is in one repository, and so is all that is below it. */
async function checkFolder(tx: Executor, category: number, faults: FieldMessages): Promise<string> {
  const folders = await findFolders(tx)
  const folder = folders.find(({ id }) => id === category)
  const bound = (await findBound(tx)).map(({ categoryId }) => categoryId)
  const overlapping = bound.find(
    (other) =>
      withFoldersBelow(folders, other).includes(category) || withFoldersBelow(folders, category).includes(other),
  )
  const paths = folderPaths(folders)
  if (folder === undefined) faults.category = [`Category ${category} does not exist.`]
  else if (folder.isOfPacks) faults.category = ['It holds checks of packs, which come from elsewhere.']
  else if (overlapping !== undefined)
    faults.category = [`The folder ${paths.get(overlapping)} has a repository already, and is the same or overlaps.`]
  else if (folders.filter(({ id }) => paths.get(id) === paths.get(category)).length > 1)
    faults.category = [`There are several folders ${paths.get(category)}: rename one of them.`]
  if ((await countRepositories(tx)) >= MOST_REPOSITORIES)
    faults.non_field_errors = [`There are ${MOST_REPOSITORIES} repositories already.`]
  return paths.get(category) ?? ''
}

/** Those of the shape, and of what has the right one. */
async function faultsOf(
  { outbound }: RepositoryParts,
  { body, faults: ofShape }: CheckedBody<RepositoryPatch>,
): Promise<FieldMessages> {
  const faults = { ...ofShape }
  if (body.url !== undefined && ofShape['url'] === undefined) {
    const fault = await faultOfUrl(outbound, body.url)
    if (fault !== undefined) faults['url'] = [fault]
  }
  if (body.ca_certificate != null && ofShape['ca_certificate'] === undefined) {
    const fault = faultOfCertificates(body.ca_certificate)
    if (fault !== undefined) faults['ca_certificate'] = [fault]
  }
  return faults
}

async function faultOfUrl(outbound: RepositoryParts['outbound'], url: string): Promise<string | undefined> {
  const fault = await outbound.faultOfUrl(url)
  if (fault !== undefined) return fault
  return /^https:/i.test(url.trim()) ? undefined : 'Expected an https:// address: a token is not sent in the clear.'
}

/** As it is stored; what `faultOfUrl` refuses is not. */
function cleanUrl(url: string): string {
  if (!URL.canParse(url.trim())) return 'https://x'
  const { origin, pathname } = new URL(url.trim())
  return origin + pathname.replace(/\/+$/, '')
}

const sealed = ({ secrets }: RepositoryParts, id: string, token: string | null): string | null =>
  token === null ? null : secrets.seal(token, repositoryTokenPlace(id))
