import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNT } from './programs/fabric.ts'
import { type Running, startProgram } from './start-program.ts'

export const ADMIN = { username: 'admin', password: 'correct horse battery' }

/** No throttles: a load generator would measure only them. */
const OPEN = {
  HOST: '127.0.0.1',
  PORT: '0',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  THROTTLE_ANON_PER_MINUTE: '0',
  THROTTLE_USER_PER_MINUTE: '0',
  EDGE_RATE_PER_SECOND: '0',
  LOGIN_RATE_PER_MINUTE: '0',
  TOKEN_REFRESH_PER_MINUTE: '0',
  LOGIN_LOCKOUT_FAILURES: '0',
}

/** As every way to start a server does (`npm start`, units, the image, `server/start.mjs`). */
const AS_IN_PRODUCTION = {
  env: { MALLOC_ARENA_MAX: '2' },
  nodeOptions: process.versions.v8.startsWith('14.') ? ['--no-memory-pool-share-memory-on-teardown'] : [],
}

export function serverEnvironment(dataDir: string): Record<string, string> {
  return { ...OPEN, DATA_DIR: dataDir }
}

export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type TestServer = {
  readonly program: Running<'server'>
  readonly url: string
  readonly authorization: string
  readonly get: <T>(path: string) => Promise<T>
  /** As the administrator by default. */
  readonly post: <T>(path: string, body: unknown, authorization?: string) => Promise<T>
  readonly stop: () => Promise<void>
}

/** Starts the whole server in its own process on a new data folder, and signs in as its administrator. */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const folder = temporaryFolder()
  const { nodeOptions, env: production } = AS_IN_PRODUCTION
  const environment = { ...production, ...serverEnvironment(folder.path), ...env }
  const program = await startProgram('server', undefined, environment, nodeOptions)
  const url = await program.call.url()
  const authorization = `Bearer ${await signIn(url, ADMIN)}`
  return {
    program,
    url,
    authorization,
    get: (path) => send(`${url}${path}`, { headers: { authorization } }),
    post: (path, body, other = authorization) => post(`${url}${path}`, body, other),
    stop: async () => {
      await program.call.stop()
      await program.stop()
      folder.remove()
    },
  }
}

/** Stores a query on a new connection and returns the path that runs it. */
export async function storeQuery(
  server: TestServer,
  controller: string,
  nodes: readonly object[],
  name = 'the benchmark',
  edges: readonly object[] = [],
): Promise<string> {
  const connection = await server.post<{ id: string }>('/api/controller/connections/', {
    name: `bench ${name} ${nodes.length}`,
    host: controller,
    ...ACCOUNT,
  })
  const body = { name: `Query of ${name}`, controller_connection: connection.id, nodes, edges }
  const { id } = await server.post<{ id: string }>('/api/queries/saved-queries/', body)
  return `/api/queries/saved-queries/${id}/execute/`
}

/** Returns the access token. */
export async function signIn(url: string, account: typeof ADMIN): Promise<string> {
  const { access } = await post<{ access: string }>(`${url}/api/auth/login/`, account)
  return access
}

function post<T>(url: string, body: unknown, authorization?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
  return send(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function send<T>(url: string, request: RequestInit): Promise<T> {
  const reply = await fetch(url, request)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`)
  return JSON.parse(text) as T
}
