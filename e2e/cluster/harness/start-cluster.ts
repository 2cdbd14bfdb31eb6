import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { copyPostgresTemplate } from '@heddle/server/testing/postgres-template.ts'
import { MIGRATIONS } from '@heddle/server/testing/test-database.ts'
import { addSmallFabric } from '@heddle/server/testing/small-fabric.ts'
import { ADMIN, NO_THROTTLES } from '@heddle/server/testing/start-test-app.ts'
import { startTcpProxy, type TcpProxy } from '@heddle/server/testing/tcp-proxy.ts'
import type { ControllerOptions } from '@heddle/simulators/controller/controller-options.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { type Api, apiOf, signIn, succeeded } from './api.ts'
import { services } from './services.ts'
import { type HeddleProcess, type ProcessOptions, type Role, startProcess } from './start-process.ts'

export type ClusterOptions = {
  /** How many processes of each role are started, together. */
  readonly api?: number
  readonly worker?: number
  /** Settings of every process. */
  readonly env?: Readonly<Record<string, string>>
  /** A database of its own without tables, so that the processes migrate it; else a copy of the migrated template. */
  readonly emptyDatabase?: boolean
  /** Instead of the services of the environment, such as those of `own-services.ts`. */
  readonly databaseUrl?: string
  readonly redisUrl?: string
  readonly controller?: ControllerOptions
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export const LOGS = '/api/queries/execution-logs/'
export const CONNECTIONS = '/api/controller/connections/'

/**
 * Processes of the program on one PostgreSQL and one Redis, which they reach through a proxy each, and a simulated
 * controller with a small fabric, in this process.
 */
export async function startCluster(options: ClusterOptions = {}) {
  const { api = 2, worker = 2, env = {} } = options
  if (!services) throw new Error('There are no services: skip with `describe.skipIf(!services)`.')
  const cleaning: (() => unknown)[] = []
  const database = await newDatabase(options)
  cleaning.push(database.drop)
  const redisUrl = options.redisUrl ?? services.redisUrl
  const databaseProxy = await proxyTo(database.url, 5432)
  const redisProxy = await proxyTo(redisUrl, 6379)
  cleaning.push(databaseProxy.close, redisProxy.close)
  const controller = await startController(options.controller)
  addSmallFabric(controller.store)
  cleaning.push(() => controller.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-cluster-'))
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: through(database.url, databaseProxy),
    REDIS_URL: through(redisUrl, redisProxy),
    SECRET_KEY: randomBytes(32).toString('base64'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...NO_THROTTLES,
    ...env,
  }
  const processes = new Set<HeddleProcess>()
  const numbers = { all: 0, api: 0, worker: 0 }
  /** One more process of a role; settings here win over those of all. */
  const start = async (role: Role, given: Partial<ProcessOptions> = {}): Promise<HeddleProcess> => {
    const name = `${role} ${(numbers[role] += 1)}`
    const started = await startProcess({ name, role, ...given, env: { ...settings, ...given.env } })
    processes.add(started)
    return started
  }
  const stop = async (): Promise<void> => {
    for (const one of processes) one.resume()
    await Promise.all([...processes].filter((one) => one.isRunning()).map((one) => one.kill()))
    for (const clean of cleaning.reverse()) await clean()
  }
  try {
    const started = await Promise.all([...roles('api', api), ...roles('worker', worker)].map((role) => start(role)))
    const apis = started.filter(({ role }) => role === 'api')
    const workers = started.filter(({ role }) => role === 'worker')
    const token = apis[0] ? await signIn(apis[0].url) : ''
    return {
      apis,
      workers,
      start,
      /** All that were started and run. */
      running: (): readonly HeddleProcess[] => [...processes].filter((one) => one.isRunning()),
      /** Straight to the database, past the proxy. */
      databaseUrl: database.url,
      redisUrl,
      databaseProxy,
      redisProxy,
      controller,
      settings,
      /** Of the administrator, valid at every process. */
      token,
      /** The administrator, at one of the api processes. */
      admin: (at = 0): Api => apiOf(apis[at]!.url, token),
      sql: <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
        query<Row>(database.url, text, values),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stores a connection to the simulated controller; returns its id. */
export async function connect(
  { controller }: Pick<Cluster, 'controller'>,
  admin: Api,
  body: object = {},
): Promise<string> {
  const account = { name: 'lab', host: controller.url, username: 'admin', password: DEFAULT_PASSWORD }
  return succeeded(await admin.post(CONNECTIONS, { ...account, ...body })).id
}

const roles = (role: Role, count: number): Role[] => Array.from({ length: count }, () => role)

async function newDatabase({
  emptyDatabase,
  databaseUrl: given,
}: ClusterOptions): Promise<{ url: string; drop: () => Promise<void> }> {
  const databaseUrl = given ?? services!.databaseUrl
  if (emptyDatabase !== true) return copyPostgresTemplate(databaseUrl, MIGRATIONS)
  const name = `heddle_test_${randomBytes(6).toString('hex')}`
  await query(databaseUrl, `create database ${name}`)
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
  return {
    url,
    drop: async () => {
      await query(databaseUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Waits for its turn where others have taken all connections of a shared server. */
async function connected(url: string, tries = 30): Promise<Client> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return client
  } catch (error) {
    if (tries === 0 || (error as { readonly code?: string }).code !== '53300') throw error
    await delay(1_000)
    return connected(url, tries - 1)
  }
}

/** One statement on a connection of its own. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connected(url)
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A proxy to what a URL names, and the URL of a service through a proxy. */
export function proxyTo(url: string, usualPort: number): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  return startTcpProxy({ host: hostname, port: Number(port || usualPort) })
}

export const through = (url: string, { port }: TcpProxy): string =>
  Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
