import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyEmbeddedTemplate } from './testing/embedded-template.ts'
import { MIGRATIONS } from './testing/test-database.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let dataDir: string
let children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await copyEmbeddedTemplate(MIGRATIONS)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

type Started = {
  child: ChildProcess
  exited: Promise<{ code: number | null; stderr: string }>
  url: Promise<string>
  /** Resolves once the standard output contains this. */
  printed: (text: string) => Promise<void>
}

/** Starts the program as an operator does. */
function start(
  env: Record<string, string> = {},
  command: readonly [string, ...string[]] = [process.execPath, MAIN],
): Started {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'correct horse',
      ...env,
    },
  })
  children.push(child)
  let out = ''
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  const exited = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stderr })),
  )
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      const ready = /"url":"([^"]+)"/.exec(out)
      if (ready) resolve(ready[1]!)
    })
    void exited.then(({ stderr: words }) => reject(new Error(`ended before it was ready: ${words}`)))
  })
  url.catch(() => undefined)
  const printed = (text: string) => expect.poll(() => out, { interval: 1 }).toContain(text)
  return { child, exited, url, printed }
}

const post = (url: string, path: string, body: unknown, token?: string) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
const login = async (url: string): Promise<string> =>
  (
    (await (await post(url, '/api/auth/login/', { username: 'admin', password: 'correct horse' })).json()) as {
      access: string
    }
  ).access

describe('the program', () => {
  it('creates its database, keys and a random password, which it prints once, at the first start, and exits with status 0', async () => {
    await rm(dataDir, { recursive: true })
    const first = start({ ADMIN_PASSWORD: '' })
    const health = await fetch(new URL('/api/auth/health/', await first.url))
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) first.child.kill(signal)
    const { code, stderr } = await first.exited
    const second = start({ ADMIN_PASSWORD: '' })
    const password = /with the password (\S+)/.exec(stderr)?.[1]
    const reply = await post(await second.url, '/api/auth/login/', { username: 'admin', password })
    second.child.kill('SIGTERM')

    expect(await health.json()).toEqual({ status: 'ok' })
    expect(code).toBe(0)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(reply.status).toBe(200)
    expect((await second.exited).stderr).toBe('')
  })

  it.each<[string, (server: Started) => Promise<unknown>]>([
    ['while its modules are loaded', ({ printed }) => printed('notices SIGTERM')],
    [
      'while its database opens',
      () => expect.poll(() => existsSync(join(dataDir, 'heddle.pid')), { interval: 1 }).toBe(true),
    ],
    ['once it listens', ({ printed }) => printed('Server listening')],
  ])('exits with status 0, whatever the number of signals, %s', async (_when, moment) => {
    // The event comes before its listener is there, and the listener of the other signal follows.
    const sayWhenNoticed = `process.on('newListener',n=>n==='SIGTERM'&&queueMicrotask(()=>console.log('notices SIGTERM')))`
    const server = start({ NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(sayWhenNoticed)}"` })
    await moment(server)

    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) server.child.kill(signal)

    expect((await server.exited).code).toBe(0)
    expect(existsSync(join(dataDir, 'heddle.pid'))).toBe(false)
  })

  it('exits when the shell of `npm start` gets the signal, although shells pass none on', async () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
    const server = start({}, ['sh', '-c', scripts.start])
    await server.url

    server.child.kill('SIGTERM')

    expect((await server.exited).code).toBe(0)
    expect(existsSync(join(dataDir, 'heddle.pid'))).toBe(false)
  })

  it('recovers after being killed, with every acknowledged write in place', async () => {
    const names: string[] = []
    const killed = start()
    const token = await login(await killed.url)
    const writing = (async () => {
      for (let n = 0; ; n++) {
        const body = { name: `c-${n}`, host: '127.0.0.1', username: 'u', password: 'p' }
        const reply = await post(await killed.url, '/api/controller/connections/', body, token)
        if (reply.status === 201) names.push(body.name)
      }
    })().catch(() => undefined)
    await expect.poll(() => names.length, { timeout: 20_000 }).toBeGreaterThan(20)
    killed.child.kill('SIGKILL')
    await writing
    const server = start()
    const url = await server.url
    const kept = new Set<string>()
    for (let next: string | null = new URL('/api/controller/connections/?page_size=200', url).href; next;) {
      const page: { results: { name: string }[]; next: string | null } = (await (
        await fetch(next, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { results: { name: string }[]; next: string | null }
      for (const { name } of page.results) kept.add(name)
      next = page.next
    }

    expect(names.filter((name) => !kept.has(name))).toEqual([])
  }, 90_000)

  it('refuses to start on a folder in use, and with a key other than the one that sealed its secrets', async () => {
    const key = { SECRET_KEY: 'first key 0123456789 abcdefghijkl' }
    const first = start(key)
    await first.url

    const besideFirst = await start(key).exited
    first.child.kill('SIGTERM')
    await first.exited
    const withOtherKey = await start({ SECRET_KEY: 'other key 0123456789 abcdefghijkl' }).exited

    expect(besideFirst.code).not.toBe(0)
    expect(besideFirst.stderr.trim().split('\n')).toEqual([expect.stringContaining(dataDir)])
    expect(withOtherKey.code).not.toBe(0)
    expect(withOtherKey.stderr).toContain('SECRET_KEY')
  })

  it('reports what is wrong with its settings, one line each', async () => {
    const wrong = {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      ROLE: 'api',
      OUTBOUND_DENY: '300.0.0.0/8',
      SYNC_QUERY_TIMEOUT_SECONDS: '-1',
    }

    const { code, stderr } = await start(wrong).exited

    expect(code).not.toBe(0)
    const named = stderr
      .trim()
      .split('\n')
      .map((line) => line.split(' ', 1)[0])
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)))
  })
})
