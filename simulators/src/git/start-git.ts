import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serverCertificate } from '../shared/certificates.ts'

/** What it does instead of serving the repository. */
export type GitFault = (request: IncomingMessage, response: ServerResponse) => void

export type GitSimulator = Awaited<ReturnType<typeof startGit>>

type Commit = {
  /** Null: to be deleted. A `link` is a symbolic link, a `submodule` a commit of another repository. */
  readonly files: Readonly<Record<string, string | null | { readonly link: string } | { readonly submodule: string }>>
  readonly message?: string
  /** The history before is given up, as by a forced push. */
  readonly rewrites?: boolean
}

const AUTHOR = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']

/** Whether there is a Git to serve repositories with. */
export const isGitInstalled = (): boolean =>
  spawnSync('git', ['http-backend'], { env: process.env }).error === undefined

/** One repository over HTTPS, served by the real `git http-backend`, which any Git works with. */
export async function startGit({ token }: { readonly token?: string } = {}) {
  const { served, remove, ...repository } = createRepository()
  let fault: GitFault | undefined
  let beforePush: (() => void) | undefined
  const requests: string[] = []
  const { key, chain, ca } = serverCertificate('trusted')
  const server = createServer({ key, cert: chain }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (fault) {
      fault(request, response)
      return
    }
    if (token !== undefined && !isAuthorized(request, token)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end(`no: ${request.headers.authorization}`)
      return
    }
    if (request.method === 'POST' && request.url?.endsWith('git-receive-pack')) {
      const act = beforePush
      beforePush = undefined
      act?.()
    }
    serve(served, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    ...repository,
    url: `https://localhost:${(server.address() as AddressInfo).port}/queries.git`,
    ca,
    requests,
    misbehaves: (next: GitFault | undefined): void => {
      fault = next
    },
    /** Done once, just before the next push is taken. */
    beforeNextPush: (act: () => void): void => {
      beforePush = act
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      remove()
    },
  }
}

/** A repository in a temporary folder, and a clone in which people work. */
function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-git-'))
  const bare = join(folder, 'served', 'queries.git')
  const work = join(folder, 'work')
  mkdirSync(bare, { recursive: true })
  run(bare, 'init', '--quiet', '--bare', '--initial-branch=main')
  run(bare, 'config', 'http.receivepack', 'true')
  run(folder, 'clone', '--quiet', bare, work)
  return {
    served: join(folder, 'served'),
    /** Commits files as a person would, and pushes them. Returns the commit. */
    commit: (commit: Commit, branch = 'main'): string => commitIn(bare, work, commit, branch),
    head: (branch = 'main'): string => run(bare, 'rev-parse', branch),
    /** Newest first: `author <address>: message`. */
    log: (branch = 'main'): string[] => run(bare, 'log', '--format=%an <%ae>: %s', branch).split('\n'),
    paths: (branch = 'main'): string[] =>
      run(bare, '-c', 'core.quotePath=off', 'ls-tree', '-r', '--name-only', branch).split('\n'),
    show: (path: string, branch = 'main'): string => run(bare, 'show', `${branch}:${path}`),
    check: (): string => run(bare, 'fsck', '--strict'),
    git: (...words: string[]): string => run(bare, ...words),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

const run = (cwd: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: gitEnvironment() }).trim()

function commitIn(bare: string, work: string, commit: Commit, branch: string): string {
  const { files, message = 'A change', rewrites = false } = commit
  const git = (...words: string[]): string => run(work, ...words)
  if (run(bare, 'branch', '--list', branch) !== '') {
    git('fetch', '--quiet', 'origin')
    git('checkout', '--quiet', '--force', '-B', branch, `origin/${branch}`)
  }
  for (const [path, content] of Object.entries(files)) write(work, path, content)
  git('add', '--all')
  for (const [path, content] of Object.entries(files))
    if (content !== null && typeof content === 'object' && 'submodule' in content)
      git('update-index', '--add', '--cacheinfo', `160000,${content.submodule},${path}`)
  if (rewrites) {
    git('checkout', '--quiet', '--orphan', 'rewritten')
    git(...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', message)
    git('branch', '--quiet', '--force', branch, 'HEAD')
    git('checkout', '--quiet', branch)
    git('branch', '--quiet', '-D', 'rewritten')
  } else git(...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', message)
  git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`)
  return git('rev-parse', 'HEAD')
}

function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const [, pair = ''] = (headers.authorization ?? '').split(' ')
  return Buffer.from(pair, 'base64').toString().split(':')[1] === token
}

function write(work: string, path: string, content: Commit['files'][string]): void {
  const file = join(work, path)
  if (content !== null && typeof content === 'object' && 'submodule' in content) return
  if (content === null) {
    rmSync(file, { force: true, recursive: true })
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  if (typeof content === 'string') writeFileSync(file, content)
  else if ('link' in content) execFileSync('ln', ['-sfn', content.link, file])
}

/** Without the settings of the user who runs it. */
const gitEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C.UTF-8',
})

/** A request as CGI, which is what `git http-backend` speaks. */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'https://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment(),
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'pusher',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  let isStarted = false
  child.stdout.on('data', (chunk: Buffer) => {
    if (isStarted) {
      response.write(chunk)
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    isStarted = true
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map(
      (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
    )
    const status = Number(headers.find(([name]) => name === 'status')?.[1].split(' ')[0] ?? 200)
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'status')))
    response.write(head.subarray(end + 4))
  })
  child.stdout.on('end', () => response.end())
}
