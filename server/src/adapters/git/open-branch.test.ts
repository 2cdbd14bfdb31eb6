import { deflateSync } from 'node:zlib'
import { BlockList } from 'node:net'
import { isGitInstalled, startGit, type GitFault, type GitSimulator } from '@heddle/simulators/git/start-git.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkPack } from './check-pack.ts'
import { BranchMoved } from './git-failure.ts'
import type { GitServer } from './git-http.ts'
import { openBranch, readHead } from './open-branch.ts'

const TOKEN = 'a-token-of-a-repository'
const BOUNDS = {
  ...{ mostFiles: 2_000, mostFileBytes: 1_000_000, mostBytes: 10_000_000 },
  isWanted: (name: string) => name.endsWith('.yaml'),
}
const AUTHOR = { name: 'Olga <x>\n', email: 'olga@example.com', at: new Date('2026-03-01T10:00:00Z') }

if (!isGitInstalled()) console.warn('GIT IS NOT INSTALLED: the tests against a Git server are skipped.')

describe.skipIf(!isGitInstalled())('a branch of a repository', () => {
  let git: GitSimulator
  beforeEach(async () => {
    git = await startGit({ token: TOKEN })
  })
  afterEach(() => git.close())

  const server = (more: Partial<GitServer> = {}): GitServer => ({
    ...{ url: git.url, token: TOKEN, caCertificate: git.ca, deny: new BlockList() },
    ...more,
  })
  const open = (known: string | null = null, more: Partial<GitServer> = {}) =>
    openBranch(server(more), 'main', { signal: AbortSignal.timeout(20_000), known })

  it('is read as it is: files in folders, without links, submodules and what is hidden', async () => {
    git.commit({
      files: {
        'q/a.yaml': 'a',
        'q/deep/er/b.yaml': 'b',
        'q/readme.md': 'no',
        'other/c.yaml': 'c',
        'q/.hidden.yaml': 'h',
        'q/link.yaml': { link: '/etc/passwd' },
        'q/up': { link: '..' },
        'q/sub.yaml': { submodule: '1'.repeat(40) },
      },
    })

    const branch = await open()
    const files = await branch.read('q', BOUNDS)

    expect(branch.commit).toBe(git.head())
    expect(files.map(({ path, text }) => [path, text])).toEqual([
      ['q/a.yaml', 'a'],
      ['q/deep/er/b.yaml', 'b'],
    ])
    expect(await branch.read('nowhere', BOUNDS)).toEqual([])
  })

  it('may be empty, and gets its first commit', async () => {
    const branch = await open()
    const commit = await branch.push(
      [{ author: AUTHOR, message: 'First', files: new Map([['q/a.yaml', 'a\n']]) }],
      'main',
    )

    expect(branch.commit).toBeNull()
    expect(git.head()).toBe(commit)
    expect(git.log()).toEqual(['Olga x <olga@example.com>: First'])
    git.check()
  })

  it('gets several commits in one push, which leave all other files as they are', async () => {
    git.commit({ files: { 'q/a.yaml': 'a', 'q/old/b.yaml': 'b', 'src/main.c': 'main' } })

    const branch = await open()
    await branch.push(
      [
        { author: AUTHOR, message: 'One', files: new Map([['q/a.yaml', 'changed']]) },
        { author: AUTHOR, message: 'Two', files: new Map<string, string | null>([['q/old/b.yaml', null], ['q/new/ä.yaml', 'n']]) }, // prettier-ignore
      ],
      'main',
    )

    expect(git.paths()).toEqual(['q/a.yaml', 'q/new/ä.yaml', 'src/main.c'])
    expect(git.show('q/a.yaml')).toBe('changed')
    expect(git.log().slice(0, 2)).toEqual(['Olga x <olga@example.com>: Two', 'Olga x <olga@example.com>: One'])
    git.check()
  })

  it('is not pushed over what somebody else pushed since', async () => {
    git.commit({ files: { 'a.yaml': 'a' } })
    const branch = await open()
    const theirs = git.commit({ files: { 'b.yaml': 'b' } })

    const pushed = branch.push([{ author: AUTHOR, message: 'One', files: new Map([['a.yaml', 'x']]) }], 'main')

    await expect(pushed).rejects.toBeInstanceOf(BranchMoved)
    expect(git.head()).toBe(theirs)
  })

  it('is not pushed over what somebody else pushes in the same moment', async () => {
    git.commit({ files: { 'a.yaml': 'a' } })
    const branch = await open()
    git.beforeNextPush(() => git.commit({ files: { 'b.yaml': 'b' } }))

    const pushed = branch.push([{ author: AUTHOR, message: 'One', files: new Map([['a.yaml', 'x']]) }], 'main')

    await expect(pushed).rejects.toBeInstanceOf(BranchMoved)
    expect(git.paths()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('knows whether a history goes on, or was written anew', async () => {
    const first = git.commit({ files: { 'a.yaml': 'a' } })
    git.commit({ files: { 'a.yaml': 'b' } })
    const goesOn = await (await open(first)).descendsFrom(first)
    const known = git.head()
    git.commit({ files: { 'a.yaml': 'c' }, rewrites: true })

    const isRewritten = await (await open(known)).descendsFrom(known)

    expect([goesOn, isRewritten]).toEqual([true, false])
  })

  it.each<[string, Partial<GitServer>, RegExp]>([
    ['without a token', { token: null }, /^The server asks for a token \(401\)\.$/],
    ['with a wrong token', { token: 'wrong' }, /^The server refuses the token/],
    ['without trust', { caCertificate: null }, /^The certificate/],
  ])('is not read %s', async (_, more, message) => {
    git.commit({ files: { 'a.yaml': 'a' } })

    await expect(open(null, more)).rejects.toThrow(message)
  })

  it('is not read from a denied address', async () => {
    const deny = new BlockList()
    deny.addSubnet('127.0.0.0', 8, 'ipv4')
    deny.addSubnet('::1', 128, 'ipv6')

    await expect(open(null, { deny })).rejects.toThrow('OUTBOUND_DENY')
    expect(git.requests).toEqual([])
  })

  it('that is not there is said by its name', async () => {
    git.commit({ files: { 'a.yaml': 'a' } })

    await expect(readHead(server(), 'release', AbortSignal.timeout(5_000))).rejects.toThrow(
      'The repository has no branch "release".',
    )
  })

  const ADVERTISEMENT = { 'content-type': 'application/x-git-upload-pack-advertisement' }
  it.each<[string, GitFault, RegExp]>([
    [
      'redirects',
      (_request, response) => response.writeHead(302, { location: 'https://elsewhere/secret' }).end(),
      /^The server redirects to another address \(302\): enter that one\.$/,
    ],
    [
      'shows a page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
      /^This is not the address of a Git repository/,
    ],
    [
      'answers 500 with words',
      (_request, response) => response.writeHead(500).end(TOKEN),
      /^The server answered 500\.$/,
    ],
    [
      'talks nonsense',
      (_request, response) => response.writeHead(200, ADVERTISEMENT).end('nonsense'),
      /^The server sent what cannot be read/,
    ],
    ['hangs up', (request) => request.socket.destroy(), /^The connection broke/],
    [
      'never ends',
      (_request, response) => {
        response.writeHead(200, ADVERTISEMENT)
        const more = (error?: Error | null) =>
          void (error || response.destroyed || response.write(Buffer.alloc(65_536, '0'), more))
        more()
      },
      /^The repository is too large: the server sends more than/,
    ],
  ])('of a server that %s is refused in our own words', async (_, fault, message) => {
    // prettier-ignore
    git.commit({ files: { 'a.yaml': 'a' } })
    git.misbehaves(fault)

    const failure: unknown = await open().catch((error: unknown) => error)

    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toMatch(/elsewhere|Sign in|a-token/)
  })

  it('with a file that unpacks to far more than it takes is refused', async () => {
    git.commit({ files: { 'bomb.yaml': '0'.repeat(40_000_000) } })

    await expect(open()).rejects.toThrow('The repository is too large: it unpacks to more than is read from one.')
  })
})

describe('a pack', () => {
  const pack = (type: number, size: number, content: Buffer, count = 1) => {
    const header = Buffer.alloc(12)
    header.write('PACK')
    header.writeUInt32BE(2, 4)
    header.writeUInt32BE(count, 8)
    const sizes: number[] = []
    let rest = Math.floor(size / 16)
    sizes.push((type << 4) | (size & 15) | (rest > 0 ? 0x80 : 0))
    for (; rest > 0; rest = Math.floor(rest / 128)) sizes.push((rest & 127) | (rest > 127 ? 0x80 : 0))
    const base = type === 7 ? Buffer.alloc(20) : Buffer.alloc(0)
    return Buffer.concat([header, Buffer.from(sizes), base, deflateSync(content), Buffer.alloc(20)])
  }
  const bounds = { mostObjects: 10, mostObjectBytes: 10_000, mostBytes: 15_000 }

  it('within its bounds is taken', () => {
    expect(() => checkPack(pack(3, 5_000, Buffer.alloc(5_000)), bounds)).not.toThrow()
  })

  it.each<[string, Buffer, RegExp]>([
    ['an object that says it is large', pack(3, 50_000, Buffer.alloc(50_000)), /too large/],
    ['an object that is larger than it says', pack(3, 10, Buffer.alloc(50_000)), /cannot be read/],
    [
      'a delta that makes something large',
      pack(7, 8, Buffer.from([1, 0x80, 0x80, 0x80, 0x80, 1, 0x91, 0])),
      /too large/,
    ],
    ['more objects than allowed', pack(3, 1, Buffer.alloc(1), 4_000_000_000), /too many files/],
    ['no content', pack(3, 1, Buffer.alloc(1), 2), /cannot be read/],
  ])('with %s is refused before it is unpacked', (_, bytes, message) => {
    // prettier-ignore
    expect(() => checkPack(bytes, bounds)).toThrow(message)
  })
})
