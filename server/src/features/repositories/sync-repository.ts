import { randomUUID } from 'node:crypto'
import { type FileSavedQuery, LARGEST_QUERY_FILE_BYTES } from '@heddle/contract/query-files.ts'
import { compareNames } from '@heddle/domain/query-files/match-file.ts'
import { MOST_FILE_ENTRIES } from '@heddle/domain/query-files/read-query-file.ts'
import { withFoldersBelow } from '@heddle/domain/query-files/folders.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { Conflict, ServiceError } from '../../kernel/errors.ts'
import { groupBySize } from '../../platform/sql/page-by-size.ts'
import { actAs } from '../../platform/request-scope.ts'
import {
  contentsOf,
  deleteChanges,
  findRepositoryChanges,
  findQueriesInFolders,
  findWaitingChanges,
  hasFreeChanges,
  updateRepositoryChange,
  type QueryContent,
} from './changes.store.ts'
import { documentOf, importDocument, inStep, settle } from './plan-repository.ts'
import { claimRepository, findFolders, makeDue, settleClaim } from './repositories.store.ts'
import type { RepositoryRow } from './repositories.tables.ts'
import { absentCaller, folderOf, remoteOf, type RepositoryParts } from './repository-parts.ts'
import type { FileChange, ReadFolder } from './thread/git-calls.ts'

/** Longer than the work of a thread can last: a process that is silent longer is dead. */
const LEASE_MS = 5 * MINUTE
const POLL_MS = MINUTE
const LONGEST_WAIT_MS = 15 * MINUTE
const MOST_AT_ONCE = 200
const MOST_BYTES_AT_ONCE = 5_000_000

type Values = Partial<RepositoryRow>

/** Brings one repository that is due in step. False when none is due. */
export async function syncOne(parts: RepositoryParts, signal: AbortSignal): Promise<boolean> {
  const { database, clock, logger } = parts
  const token = randomUUID()
  const now = clock.now()
  const row = await claimRepository(database.db, token, now, new Date(now.getTime() + LEASE_MS))
  if (!row) return false
  try {
    await (row.mode === 'git' ? followGit(parts, row, token, signal) : pushSaves(parts, row, token, signal))
  } catch (error: unknown) {
    if (signal.aborted) {
      await settleClaim(database.db, row.id, token, {})
      return true
    }
    if (!(error instanceof ServiceError)) logger.error({ err: error, repository: row.id }, 'cannot sync a repository')
    const message = error instanceof ServiceError ? error.message : 'Something went wrong here; the log says what.'
    await settleClaim(database.db, row.id, token, failed(row, message, clock.now()))
  }
  return true
}

/** Tried again after a while, which grows. */
function failed({ attempts }: RepositoryRow, message: string, now: Date): Values {
  const wait = Math.min(LONGEST_WAIT_MS, 10 * SECOND * 2 ** Math.min(attempts, 10))
  return {
    ...{ state: 'failing', lastError: message.slice(0, 2_000), attempts: attempts + 1, checkedAt: now },
    nextAttemptAt: new Date(now.getTime() + wait),
  }
}

async function followGit(parts: RepositoryParts, row: RepositoryRow, token: string, signal: AbortSignal) {
  const { database, threads, clock } = parts
  const settleWith = (values: Values) => settleClaim(database.db, row.id, token, values)
  const remote = remoteOf(parts, row, await folderOf(database.db, row))
  const head = await threads.call('head', remote, signal)
  const now = clock.now()
  const polled = { checkedAt: now, nextAttemptAt: new Date(now.getTime() + POLL_MS) }
  if (!head.ok) return settleWith(failed(row, head.message, now))
  if (head.value === null) return settleWith(failed(row, 'The repository is empty.', now))
  if (head.value === row.lastCommit) return settleWith({ ...polled, ...inStep(head.value) })
  if (head.value === row.waitingCommit && row.state === 'plan') return settleWith(polled)
  const read = await threads.call('read', { remote, known: row.lastCommit }, signal)
  if (!read.ok) return settleWith(failed(row, read.message, now))
  return take(parts, row, token, { read: read.value, polled, signal })
}

type Taken = {
  readonly read: ReadFolder
  readonly polled: Pick<RepositoryRow, 'checkedAt' | 'nextAttemptAt'>
  readonly signal: AbortSignal
}

/** What a commit says becomes a plan that waits, is applied, or is what is here already. */
async function take(parts: RepositoryParts, row: RepositoryRow, token: string, { read, polled, signal }: Taken) {
  const { database, clock } = parts
  const commit = read.commit!
  const { document, places, faults, isRewritten } = read
  const isReadable = faults.length === 0
  const waiting = {
    ...{ waitingCommit: commit, isRewritten, waitingFaults: isReadable ? null : faults },
    ...{ waitingDocument: isReadable ? document : null, waitingPlaces: places },
  }
  const settleWith = (values: Values) => settleClaim(database.db, row.id, token, { ...waiting, ...values })
  const failedWith = (message: string) => settleWith(failed(row, message, clock.now()))
  if (!isReadable) return failedWith(`Files of the repository cannot be read: ${faultText(faults)}`)
  const caller = await absentCaller(parts, row.ownerId)
  const isAuto = row.apply === 'auto'
  if (!caller)
    return isAuto
      ? failedWith(
          'The person who chose that changes are applied automatically can no longer sign in: choose it again.',
        )
      : settleWith({ ...polled, state: 'plan', lastError: null, attempts: 0 })
  const found = { commit, document, places }
  const planned = await planFor(parts, row, caller, found, signal)
  if (planned.kind === 'refused' && !isAuto)
    return settleWith({ ...polled, state: 'plan', lastError: null, attempts: 0 })
  if (planned.kind !== 'plan') return failedWith(planned.message)
  if (!planned.changes) return settleWith({ ...polled, ...inStep(commit) })
  if (!isAuto) return settleWith({ ...polled, state: 'plan', lastError: null, attempts: 0 })
  // The plan is stored first: its application settles it, in one transaction.
  if (!(await settleWith({ ...polled, state: 'plan', lastError: null, attempts: 0 }))) return false
  return applyFor(parts, { ...row, ...waiting }, caller, signal)
}

const faultText = (faults: ReadFolder['faults']): string => {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : ''
  return `${first?.file ?? ''}: ${first?.message ?? ''}${more}`.slice(0, 1_000)
}

type Caller = NonNullable<Awaited<ReturnType<typeof absentCaller>>>
type Looked =
  | { readonly kind: 'plan'; readonly changes: boolean }
  | { readonly kind: 'faults' | 'refused'; readonly message: string }

async function planFor(
  parts: RepositoryParts,
  row: RepositoryRow,
  caller: Caller,
  found: NonNullable<ReturnType<typeof documentOf>>,
  signal: AbortSignal,
): Promise<Looked> {
  try {
    const planned = await importDocument(parts, caller, row, found, { dryRun: true, signal })
    return 'plan' in planned
      ? { kind: 'plan', changes: planned.plan.some(({ action }) => action !== 'unchanged') }
      : { kind: 'faults', message: `The repository cannot be applied: ${faultText(planned.faults)}` }
  } catch (error: unknown) {
    if (error instanceof ServiceError) return { kind: 'refused', message: error.message }
    throw error
  }
}

/** Applies with the rights, and in the name, of the person who chose that. */
async function applyFor(parts: RepositoryParts, row: RepositoryRow, caller: Caller, signal: AbortSignal) {
  const { audit, database, clock } = parts
  const document = documentOf(row)!
  const { id: userId, username } = caller
  const actor = { userId, username, ipAddress: null, userAgent: null, apiToken: null }
  const folder = await folderOf(database.db, row)
  try {
    await actAs(actor, () =>
      importDocument(parts, caller, row, document, {
        ...{ dryRun: false, signal },
        end: async (tx) => {
          await settle(tx, row, document.commit)
          await audit.record(tx, {
            action: 'repository_apply',
            description: `Folder "${folder}" was changed to what its Git repository says`,
            target: { type: 'query_repository', id: row.id },
            content: { commit: document.commit, is_rewritten: row.isRewritten, automatic: true },
          })
        },
      }),
    )
  } catch (error: unknown) {
    if (!(error instanceof ServiceError)) throw error
    // Somebody else applied it, or changed something in between: the plan is looked at again.
    parts.logger.info({ repository: row.id, at: clock.now() }, 'a plan was not applied automatically')
  }
  return true
}

async function pushSaves(parts: RepositoryParts, row: RepositoryRow, token: string, signal: AbortSignal) {
  const { database, threads, clock } = parts
  const folder = await folderOf(database.db, row)
  const { changes, hasConflicts } = await changesToPush(parts, row)
  const settleWith = (values: Values, work: (tx: Executor) => Promise<void> = async () => undefined) =>
    database.transaction(async (tx) => {
      const idle = { nextAttemptAt: null, attempts: 0, checkedAt: clock.now(), lastError: null }
      if (!(await settleClaim(tx, row.id, token, { ...idle, ...values }))) return false
      await work(tx)
      // What was saved meanwhile has found the repository due already, and would be forgotten.
      if (await hasFreeChanges(tx, row.id)) await makeDue(tx, row.id, clock.now())
      return true
    })
  if (changes.length === 0) return settleWith({ state: hasConflicts ? 'conflict' : 'ok' })
  const order = { remote: remoteOf(parts, row, folder), known: row.known, changes }
  const written = await threads.call('write', order, signal)
  if (!written.ok) return settleClaim(database.db, row.id, token, failed(row, written.message, clock.now()))
  const { commit, known, done, conflicts } = written.value
  const state = hasConflicts || conflicts.length > 0 ? 'conflict' : 'ok'
  return settleWith({ known, lastCommit: commit, state }, async (tx) => {
    await deleteChanges(tx, done)
    for (const { id, path, oid, theirs } of conflicts)
      await updateRepositoryChange(tx, id, { conflictPath: path, conflictOid: oid, conflictTheirs: theirs })
  })
}

/** The oldest saves, as many as fit; those of queries that somebody has to decide on wait. */
async function changesToPush({ database: { db }, files }: RepositoryParts, row: RepositoryRow) {
  const waiting = await findWaitingChanges(db, row.id, 2_000)
  const undecided = new Set(
    waiting.flatMap(({ conflictPath, savedQueryId }) => (conflictPath === null ? [] : savedQueryId)),
  )
  const free = waiting.filter(({ savedQueryId }) => savedQueryId === null || !undecided.has(savedQueryId))
  let bytes = 0
  const fitting = free.slice(0, MOST_AT_ONCE).filter((change, index) => {
    bytes += change.bytes
    return index === 0 || bytes <= MOST_BYTES_AT_ONCE
  })
  const taken = await findRepositoryChanges(
    db,
    fitting.map(({ id }) => id),
  )
  const contents = taken.flatMap(({ content }) => (content === null ? [] : [content as unknown as QueryContent]))
  const presented = [...(await files.present(db, contents))]
  const queries = taken.some(({ savedQueryId }) => savedQueryId === null) ? await queriesInFolder(db, files, row) : []
  const changes = taken.map((change): FileChange => {
    const { id, message, savedQueryId, name, formerName, content } = change
    const author = { name: change.authorName, email: change.authorEmail, at: change.createdAt }
    if (savedQueryId === null) return { id, message, author, queries }
    const query = content === null ? null : presented.shift()!
    return { id, message, author, savedQuery: savedQueryId, name, formerName, query }
  })
  return { changes, hasConflicts: undecided.size > 0 }
}

async function queriesInFolder(
  db: RepositoryParts['database']['db'],
  files: RepositoryParts['files'],
  { categoryId }: RepositoryRow,
) {
  const inside = withFoldersBelow(await findFolders(db), categoryId)
  const found = await findQueriesInFolders(db, inside)
  const bytes = found.reduce((sum, query) => sum + query.bytes, 0)
  if (found.length > MOST_FILE_ENTRIES || bytes > LARGEST_QUERY_FILE_BYTES)
    throw new Conflict('The folder holds more than fits into one repository: bind folders inside of it.', 'too_large')
  const queries: FileSavedQuery[] = []
  for (const group of groupBySize(found)) {
    const ids = group.map(({ id }) => id)
    queries.push(
      ...(await files.present(
        db,
        (await contentsOf(db, ids)).map(({ content }) => content),
      )),
    )
  }
  return queries.toSorted(compareNames)
}
