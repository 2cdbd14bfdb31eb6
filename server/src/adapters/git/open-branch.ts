import git, { Errors, type HttpClient } from 'isomorphic-git'
import { checkPack } from './check-pack.ts'
import { BranchMoved, GitFailure } from './git-failure.ts'
import { createGitHttp, type GitServer } from './git-http.ts'
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts'
import { readFiles, type GitFile, type ReadBounds } from './read-files.ts'
import { updateTree } from './update-tree.ts'

export type GitAuthor = { readonly name: string; readonly email: string; readonly at: Date }

export type GitCommit = {
  readonly author: GitAuthor
  readonly message: string
  /** Files by their paths; null: to be deleted. */
  readonly files: ReadonlyMap<string, string | null>
}

/** One branch of a repository, fetched into memory. */
export type OpenBranch = {
  /** The newest commit; null: the repository is empty. */
  readonly commit: string | null
  /** Whether another commit leads to it; undefined: too much has happened since to say. */
  readonly descendsFrom: (commit: string) => Promise<boolean | undefined>
  readonly read: (path: string, bounds: ReadBounds) => Promise<readonly GitFile[]>
  /** Returns the newest commit. Throws `BranchMoved` if somebody else has pushed since it was fetched. */
  readonly push: (commits: readonly GitCommit[], target: string) => Promise<string>
}

const GIT_DIR = '/git'
const WORK = 'refs/heads/heddle-work'
const COMMITTER = { name: 'Heddle', email: 'heddle@localhost' }
/** What is fetched of a repository, and what it may unpack to. */
const MOST_PACK_BYTES = 32_000_000
const PACK_BOUNDS = { mostObjects: 100_000, mostObjectBytes: 16_000_000, mostBytes: 256_000_000 }
const MOST_CLONE_BYTES = 128_000_000
/** How far back it is looked for the commit that was known before. */
const DEPTH = 100

type Clone = {
  readonly fs: MemoryFiles
  readonly http: HttpClient
  readonly gitdir: string
  readonly url: string
  readonly cache: object
}

/** The newest commit of a branch, without fetching it; null: the repository is empty. */
export async function readHead(server: GitServer, branch: string, signal: AbortSignal): Promise<string | null> {
  const http = createGitHttp(server, { mostBytes: MOST_PACK_BYTES, signal })
  const refs = await inOurWords(() => git.listServerRefs({ http, url: server.url, prefix: `refs/heads/${branch}` }))
  const found = refs.find(({ ref }) => ref === `refs/heads/${branch}`)
  if (found) return found.oid
  const all = refs.length > 0 ? refs : await inOurWords(() => git.listServerRefs({ http, url: server.url }))
  if (all.some(({ ref }) => ref.startsWith('refs/heads/'))) throw noBranch(branch)
  return null
}

/** Fetches a branch; with some of its history if it matters whether a commit is in that. */
export async function openBranch(
  server: GitServer,
  branch: string,
  { signal, known }: { readonly signal: AbortSignal; readonly known: string | null },
): Promise<OpenBranch> {
  const head = await readHead(server, branch, signal)
  const fetchOf = (depth: number) => fetchBranch(server, branch, { signal, depth, head })
  const clone = await (known === null || known === head ? fetchOf(1) : fetchOf(DEPTH).catch(orElse(() => fetchOf(1))))
  return {
    commit: head,
    descendsFrom: (commit) => descendsFrom(clone, head, commit),
    read: async (path, bounds) => (head === null ? [] : inOurWords(() => readFiles(clone, head, path, bounds))),
    push: (commits, target) => inOurWords(() => push(clone, head, commits, target)),
  }
}

/** A history of large files is no reason to refuse what is there now. */
const orElse =
  (work: () => Promise<Clone>) =>
  async (error: unknown): Promise<Clone> => {
    if (error instanceof GitFailure) return work()
    throw error
  }

type FetchOrder = { readonly signal: AbortSignal; readonly depth: number; readonly head: string | null }

async function fetchBranch(server: GitServer, branch: string, { signal, depth, head }: FetchOrder): Promise<Clone> {
  const fs = createMemoryFiles(MOST_CLONE_BYTES, (path, bytes) => {
    if (path.endsWith('.pack')) checkPack(bytes, PACK_BOUNDS)
  })
  const http = createGitHttp(server, { mostBytes: MOST_PACK_BYTES, signal })
  const clone = { fs, http, gitdir: GIT_DIR, url: server.url, cache: {} }
  await git.init({ fs, gitdir: GIT_DIR, bare: true })
  await git.addRemote({ fs, gitdir: GIT_DIR, remote: 'origin', url: server.url })
  if (head !== null)
    await inOurWords(() =>
      git.fetch({
        ...clone,
        remote: 'origin',
        ref: branch,
        remoteRef: `refs/heads/${branch}`,
        singleBranch: true,
        depth,
        tags: false,
      }),
    )
  return clone
}

async function descendsFrom(
  { fs, gitdir, cache }: Clone,
  head: string | null,
  commit: string,
): Promise<boolean | undefined> {
  if (head === null) return false
  if (head === commit) return true
  const log = await inOurWords(() => git.log({ fs, gitdir, cache, ref: head, depth: DEPTH }))
  if (log.some(({ oid }) => oid === commit)) return true
  const [first] = log.toReversed()
  return log.length < DEPTH && first?.commit.parent.length === 0 ? false : undefined
}

async function push(clone: Clone, head: string | null, commits: readonly GitCommit[], target: string): Promise<string> {
  const { fs, gitdir, cache } = clone
  let parent = head
  let tree = head === null ? undefined : (await git.readCommit({ fs, gitdir, cache, oid: head })).commit.tree
  for (const { author, message, files } of commits) {
    tree = await updateTree(clone, tree, files)
    const at = { timestamp: Math.floor(author.at.getTime() / 1000), timezoneOffset: 0 }
    parent = await git.writeCommit({
      fs,
      gitdir,
      commit: {
        ...{ message: `${message}\n`, tree, parent: parent === null ? [] : [parent] },
        author: { name: plain(author.name, 'unknown'), email: plain(author.email, 'unknown'), ...at },
        committer: { ...COMMITTER, ...at },
      },
    })
  }
  await git.writeRef({ fs, gitdir, ref: WORK, value: parent!, force: true })
  await git.push({ ...clone, remote: 'origin', ref: WORK, remoteRef: `refs/heads/${target}` })
  return parent!
}

/** What cannot break out of its line of a commit. */
const plain = (text: string, otherwise: string): string => text.replaceAll(/[<>\p{Cc}\s]+/gu, ' ').trim() || otherwise

/** Errors of the library may hold what a server sent, and the address. */
async function inOurWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error: unknown) {
    throw wordsFor(error)
  }
}

const RACE = /fast-forward|fetch first|stale|lock|failed to update|already exists/i

function wordsFor(error: unknown): unknown {
  if (error instanceof GitFailure || error instanceof BranchMoved) return error
  if (error instanceof Errors.PushRejectedError) return new BranchMoved()
  if (error instanceof Errors.GitPushError)
    return RACE.test(error.message) ? new BranchMoved() : new GitFailure(REFUSED)
  if (error instanceof Errors.RemoteCapabilityError)
    return new GitFailure('The server does not offer what is needed to fetch a part of a repository.')
  if (error instanceof Error && error.name === 'AbortError') return error
  return new GitFailure('The server sent what cannot be read as an answer of a Git repository.')
}

const REFUSED = 'The server refuses the commit: the branch may be protected, or the token may not write.'

const noBranch = (branch: string) => new GitFailure(`The repository has no branch "${branch.slice(0, 100)}".`)
