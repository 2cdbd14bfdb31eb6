import { Writable } from 'node:stream'
import { pino } from 'pino'
import WebSocket from 'ws'
import { createHeddle, type Heddle, type HeddleOptions, type SessionTokens } from '@heddle/client'
import type { RoleTemplate } from '@heddle/domain/access/permissions.ts'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config/read-config.ts'
import { addToGroups } from '../features/users/groups.store.ts'
import { insertUser } from '../features/users/users.store.ts'
import { type Clock, createSystemClock } from '../kernel/clock.ts'
import type { SocketChannel } from '../platform/realtime/channel.ts'
import { type AnswerWatch, watchAnswers } from './answers/watch-answers.ts'
import { createTestStorage, type TestStorage } from './test-storage.ts'

export const ADMIN = { username: 'admin', password: 'correct horse battery' }

// Tests send many requests from one address; tests about limits set them.
export const NO_THROTTLES = {
  THROTTLE_ANON_PER_MINUTE: '0',
  THROTTLE_USER_PER_MINUTE: '0',
  EDGE_RATE_PER_SECOND: '0',
  LOGIN_RATE_PER_MINUTE: '0',
  SENSITIVE_PER_MINUTE: '0',
  TOKEN_REFRESH_PER_MINUTE: '0',
}

type Options = {
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly channels?: readonly SocketChannel[]
  /** The built web UI. */
  readonly webUiFolder?: string
  /** The built command line. */
  readonly commandLineFolder?: string
  /** Owned by the caller; otherwise the app has its own storage, removed when it stops. */
  readonly storage?: TestStorage
  /** The username behind `admin`, if not the first superuser. */
  readonly username?: string
}

export type Answer<T = any> = {
  readonly status: number
  readonly body: T
  readonly headers: Headers
  readonly text: string
}
export type Client = Record<'get' | 'delete', (path: string, headers?: Record<string, string>) => Promise<Answer>> &
  Record<'post' | 'put' | 'patch', (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>>

type SignedIn = Client & { access: string; refresh: string; id: number }

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
const GROUPS: Readonly<Record<RoleTemplate, string>> = {
  administrator: 'Administrators',
  operator: 'Operators',
  editor: 'Editors',
  viewer: 'Viewers',
}

/** The whole server in this process, on the embedded database, with a client for each kind of user. */
export async function startTestApp(options: Options = {}) {
  const { env = {}, clock, channels = [], webUiFolder = 'no web UI', username = ADMIN.username } = options
  const { commandLineFolder = 'no command line' } = options
  const storage = options.storage ?? (await createTestStorage())
  const { log, logger } = keepLog(env.LOG_LEVEL ?? 'debug')
  const answers = watchAnswers()
  const app: App = await startApp({
    config: configOf(storage, env),
    logger,
    channels,
    watchAnswers: answers.watch,
    webUiFolder,
    commandLineFolder,
    clock: clock ?? createSystemClock((error) => logger.error(error)),
  })
  const url = app.url!
  const anonymous = clientOf(url, answers)

  async function signIn(name: string, password: string): Promise<SignedIn> {
    const { status, body } = await anonymous.post('/api/auth/login/', { username: name, password })
    if (status !== 200) throw new Error(`login of ${name}: ${status}`)
    return { ...clientOf(url, answers, body.access), access: body.access, refresh: body.refresh, id: body.user.id }
  }

  const addUser = userAdder(app)
  const userOf = async (role: RoleTemplate | undefined) => signIn(await addUser(role), ADMIN.password)

  const admin = await signIn(username, ADMIN.password).catch(async (error: unknown) => {
    await app.stop()
    throw error
  })
  return {
    app,
    url,
    log: () => log.join(''),
    anonymous,
    admin,
    signIn,
    /** A client that sends this bearer. */
    as: (bearer: string): Client => clientOf(url, answers, bearer),
    /** A fresh user of a role; without one a user in no group. */
    userOf,
    /** The package that users have, signed in as somebody, or as a fresh user of a role. */
    heddle: async (user: SessionTokens | RoleTemplate, settings: Partial<HeddleOptions> = {}): Promise<Heddle> => {
      const { access, refresh } = typeof user === 'string' ? await userOf(user) : user
      return createHeddle({ baseUrl: url, session: { access, refresh }, ...settings })
    },
    socket: (path: string) => openSocket(new URL(path, url.replace('http', 'ws')), answers),
    stop: async () => {
      await app.stop()
      if (!options.storage) await storage.remove()
      // In every test, each change must be in the audit log.
      const forgotten = log.filter((line) => line.includes('left no audit entry'))
      if (forgotten.length > 0) throw new Error(forgotten.join(''))
      answers.throwFaults()
    },
  }
}

function keepLog(level: string) {
  const log: string[] = []
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk))
      done()
    },
  })
  return { log, logger: pino({ level }, lines) }
}

function configOf(storage: TestStorage, env: Readonly<Record<string, string>>) {
  const read = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    // Idle connections of test clients linger for a share of it.
    STOP_GRACE_SECONDS: '1',
    ...storage.env,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...NO_THROTTLES,
    ...env,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config
}

/** Adds users past the API, with the administrator's password, and returns their names. */
function userAdder({ platform: { database, hasher } }: App) {
  let users = 0
  // Once for all: a hash is slow on purpose.
  let passwordHash: string | undefined
  return async (role: RoleTemplate | undefined): Promise<string> => {
    const username = `${role ?? 'nobody'}-${++users}`
    passwordHash ??= await hasher.hash(ADMIN.password)
    const at = new Date()
    const email = `${username}@localhost`
    const id = await insertUser(database.db, { username, email, passwordHash, dateJoined: at, updatedAt: at })
    if (role) await addToGroups(database.db, id, [GROUPS[role]])
    return username
  }
}

function clientOf(url: string, answers: AnswerWatch, access?: string): Client {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const reply = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(access && { authorization: `Bearer ${access}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    answers.judgeStreamed(reply.headers.get('x-request-id'), text)
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(reply.headers.get('content-type') ?? '')
    return { status: reply.status, headers: reply.headers, text, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
  }
}

export type TestSocket = {
  readonly next: () => Promise<any>
  readonly closed: Promise<number>
  readonly close: () => void
  readonly raw: WebSocket
}

/** A WebSocket whose frames can be awaited one by one. */
function openSocket(url: URL, answers: AnswerWatch): TestSocket {
  const raw = new WebSocket(url)
  const frames: unknown[] = []
  const waiting: ((frame: unknown) => void)[] = []
  raw.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { readonly type: string }
    answers.judgeFrame(url.pathname, frame)
    const next = waiting.shift()
    if (next) next(frame)
    else frames.push(frame)
  })
  raw.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => raw.once('close', resolve))
  return {
    raw,
    closed,
    close: () => raw.close(),
    next: () => (frames.length > 0 ? Promise.resolve(frames.shift()) : new Promise((resolve) => waiting.push(resolve))),
  }
}
