import { Agent, type Dispatcher, fetch } from 'undici'
import WebSocket from 'ws'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'

export type Reply<T = any> = { readonly status: number; readonly body: T; readonly headers: Pick<Headers, 'get'> }
export type Api = Record<'get' | 'delete', (path: string) => Promise<Reply>> &
  Record<'post' | 'put' | 'patch', (path: string, body?: unknown) => Promise<Reply>>

type ApiOptions = {
  readonly timeoutMs?: number
  /** How it connects, such as from another address of this machine. */
  readonly dispatcher?: Dispatcher
}

const usual = new Agent()

/** Requests to one process, with whatever status they end; they reject only where there is no answer at all. */
export function apiOf(url: string, token?: string, { timeoutMs, dispatcher = usual }: ApiOptions = {}): Api {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
      dispatcher,
    })
    const text = await reply.text()
    return {
      status: reply.status,
      body: isJson(reply) && text !== '' ? JSON.parse(text) : text,
      headers: reply.headers,
    }
  }
  return {
    get: (path) => send('GET', path),
    delete: (path) => send('DELETE', path),
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
  }
}

const isJson = (reply: { readonly headers: Pick<Headers, 'get'> }): boolean =>
  reply.headers.get('content-type')?.includes('json') === true

/** The body of an answer that must be a success. */
export function succeeded<T = any>({ status, body }: Reply<T>): T {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const QUERIES = '/api/queries/saved-queries/'

/** Signs in and returns the access token. */
export async function signIn(
  url: string,
  account: { readonly username: string; readonly password: string } = ADMIN,
): Promise<string> {
  return succeeded(await apiOf(url).post('/api/auth/login/', account)).access
}

/** Saves a query of tenants on a connection, or what is given; returns its id. */
export async function saveQuery(admin: Api, connection: string, body: object = {}): Promise<string> {
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
  return succeeded(
    await admin.post(QUERIES, { name: 'Tenants', controller_connection: connection, nodes, edges: [], ...body }),
  ).id
}

export type Channel = {
  readonly frames: readonly any[]
  /** Resolves to the first frame, earlier or later, for which this is true. */
  readonly until: (wanted: (frame: any) => boolean) => Promise<any>
  /** Resolves to the code with which it ended. */
  readonly closed: Promise<number>
  readonly close: () => void
}

/** Opens a channel at one process, with a ticket that another may have given. */
export async function follow(user: Api, url: string, path: string): Promise<Channel> {
  const { ticket } = succeeded(await user.post('/api/ws-ticket/'))
  return openChannel(url, path, ticket)
}

/** The frames that say something. */
export const framesOf = ({ frames }: Channel): readonly any[] => frames.filter(({ type }) => type !== 'ping')

/** Opens a channel of a process with a ticket that any process gave. */
export async function openChannel(url: string, path: string, ticket: string): Promise<Channel> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?ticket=${ticket}`)
  const frames: any[] = []
  const waiting = new Set<(frame: any) => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString())
    frames.push(frame)
    for (const tell of waiting) tell(frame)
  })
  socket.on('error', () => undefined)
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  return {
    frames,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const tell = (frame: any): void => {
          if (!wanted(frame)) return
          waiting.delete(tell)
          resolve(frame)
        }
        waiting.add(tell)
        for (const frame of [...frames]) tell(frame)
        void closed.then((code) => reject(new Error(`the channel ended with ${code} after ${JSON.stringify(frames)}`)))
      }),
    closed,
    close: () => socket.close(),
  }
}
