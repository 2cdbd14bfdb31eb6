import git from 'isomorphic-git'
import { BranchMoved, GitFailure } from '../../../adapters/git/git-failure.ts'
import { type GitCommit, type OpenBranch, openBranch, readHead } from '../../../adapters/git/open-branch.ts'
import { LARGEST_QUERY_FILE_BYTES } from '@heddle/contract/query-files.ts'
import { MOST_FILE_ENTRIES } from '@heddle/domain/query-files/read-query-file.ts'
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import { mergeChanges, type NewCommit } from './commit-changes.ts'
import type { GitCalls, Known, GitOutcome, QueryChange, Remote, WriteOrder, WrittenChanges } from './git-calls.ts'
import { joinFolder } from './read-folder.ts'
import { FolderFiles } from './write-folder.ts'

const BOUNDS = {
  mostFiles: MOST_FILE_ENTRIES,
  mostFileBytes: 1_000_000,
  mostBytes: LARGEST_QUERY_FILE_BYTES,
  isWanted: (name: string) => /\.ya?ml$/i.test(name),
}
/** The host ends the thread before, if it must. */
const LONGEST_MS = 100_000
const MOST_TRIES = 4

const open = (remote: Remote, known: string | null): Promise<OpenBranch> =>
  openBranch(remote, remote.branch, { signal: AbortSignal.timeout(LONGEST_MS), known })

async function outcomeOf<Value>(work: () => Promise<Value>): Promise<GitOutcome<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error: unknown) {
    if (error instanceof GitFailure) return { ok: false, message: error.message }
    if (error instanceof BranchMoved) return { ok: false, message: 'The branch moves faster than it can be followed.' }
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
      return { ok: false, message: 'The repository takes too long to be read.' }
    throw error
  }
}

async function read(remote: Remote, known: string | null) {
  const branch = await open(remote, known)
  const files = await branch.read(remote.path, BOUNDS)
  const isRewritten = known !== null && (await branch.descendsFrom(known)) === false
  return { commit: branch.commit, isRewritten, ...joinFolder(files, remote.folder) }
}

/** Somebody may push in between: then it is done again on top of that. */
async function onTop<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error: unknown) {
      if (!(error instanceof BranchMoved) || tries >= MOST_TRIES) throw error
    }
  }
}

async function write({ remote, known, changes }: WriteOrder): Promise<WrittenChanges> {
  const branch = await open(remote, null)
  const files = await branch.read(remote.path, BOUNDS)
  const { commits, done, conflicts, seen } = mergeChanges(files, remote, known, changes)
  const commit = commits.length === 0 ? branch.commit : await branch.push(commits.map(asCommit), remote.branch)
  const texts = new Map(commits.flatMap(({ files: written }) => [...written]))
  const oids = new Map(files.map(({ path, oid }) => [path, oid]))
  const after: Record<string, Known[string]> = { ...known }
  for (const [path, names] of seen) {
    const text = texts.get(path)
    const oid = typeof text === 'string' ? (await git.hashBlob({ object: text })).oid : oids.get(path)
    if (names === null || text === null || oid === undefined) delete after[path]
    else after[path] = [oid, ...names]
  }
  return { commit, known: after, done, conflicts }
}

const asCommit = ({ change: { author, message }, files }: NewCommit): GitCommit => ({ author, message, files })

async function commitToBranch(remote: Remote, change: QueryChange, target: string): Promise<string> {
  const present = await readHead(remote, target, AbortSignal.timeout(LONGEST_MS)).catch((error: unknown) => {
    if (error instanceof GitFailure && error.message.startsWith('The repository has no branch')) return null
    throw error
  })
  if (present !== null) throw new GitFailure(`The repository has a branch "${target}" already.`)
  const branch = await open(remote, null)
  const state = new FolderFiles(await branch.read(remote.path, BOUNDS), { root: remote.path, folder: remote.folder })
  if (change.query === null) state.remove(change.formerName)
  else state.put(change.formerName, change.query)
  const files = state.takeWrites()
  if (files.size === 0) throw new GitFailure('The repository says this already: there is nothing to commit.')
  return branch.push([asCommit({ change, files })], target)
}

serveThread<GitCalls>({
  head: (remote) => outcomeOf(() => readHead(remote, remote.branch, AbortSignal.timeout(LONGEST_MS))),
  read: ({ remote, known }) => outcomeOf(() => read(remote, known)),
  write: (order) => outcomeOf(() => onTop(() => write(order))),
  branch: ({ remote, change, target }) => outcomeOf(() => commitToBranch(remote, change, target)),
})
