import { expect } from 'vitest'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import type { SimulatedModel } from '@heddle/simulators/registry/simulated-model.ts'
import {
  type RegistryOptions,
  type RegistrySimulator,
  startRegistry,
} from '@heddle/simulators/registry/start-registry.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../start-test-app.ts'
import type { TestStorage } from '../test-storage.ts'

export const REGISTRY = '/api/mim-registry/'
export const RUNS = `${REGISTRY}remote/runs/`

/** Polls with a generous timeout: the machine may be busy. */
export const soon = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 20_000, interval: 50 })

export const smallModel: SimulatedModel = generateModel({ classes: 150, seed: 7 })

type Options = {
  readonly versions?: RegistryOptions['versions']
  readonly clock?: Clock
  readonly env?: Readonly<Record<string, string>>
  readonly storage?: TestStorage
  readonly registry?: RegistrySimulator
}
export type RegistryApp = Awaited<ReturnType<typeof startRegistryApp>>
export type ReceivedFrame = { readonly type: string; readonly data: Record<string, any> }

/** The whole server and a simulated registry, with short calls to import and to inspect the outcome. */
export async function startRegistryApp({ versions, clock, env = {}, storage, registry: kept }: Options = {}) {
  const registry = kept ?? (await startRegistry({ versions: versions ?? { latest: { model: smallModel } } }))
  const app = await startTestApp({
    env: { MIM_REGISTRY_URL: registry.url, ...env },
    ...(clock && { clock }),
    ...(storage && { storage }),
  })
  return {
    app,
    registry,
    ...importsOf(app),
    stop: async () => {
      await app.stop()
      if (!kept) await registry.close()
    },
  }
}

export function importsOf(app: TestApp) {
  const detail = async (run: string): Promise<Answer['body']> => (await app.admin.get(`${RUNS}${run}/`)).body
  const install = (body: object = { version_key: 'latest' }, client: Client = app.admin) =>
    client.post(`${REGISTRY}remote/install/`, body)
  const ended = async (run: string): Promise<Answer['body']> => {
    await soon(async () => (await detail(run)).run.state).not.toBe('running')
    return detail(run)
  }
  return {
    detail,
    install,
    /** Makes the registry slow after that many requests, until its faults are cleared. */
    slowDown: (registry: RegistrySimulator, after: number): void => {
      registry.faults.add({ kind: 'delay', ms: 1_000, after })
    },
    /** The id of an accepted import. */
    start: async (body?: object): Promise<string> => {
      const { status, body: reply, text } = await install(body)
      if (status !== 202) throw new Error(`not accepted: ${status} ${text}`)
      return reply.run_id
    },
    ended,
    cancel: (run: string, client: Client = app.admin) => client.post(`${RUNS}${run}/cancel/`),
    resume: (run: string, client: Client = app.admin) => client.post(`${RUNS}${run}/resume/`),
    status: async (): Promise<Answer['body']> => (await app.admin.get(`${REGISTRY}status/`)).body,
    sql: async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await app.app.platform.database.pool.query(text, values)).rows,
    listen: (run: string, client: Client = app.admin) => listen(app, run, client),
  }
}

/** A socket on the channel of an import, with all frames received. */
async function listen(app: TestApp, run: string, client: Client) {
  const { ticket } = (await client.post('/api/ws-ticket/')).body
  const socket = app.socket(`/ws/mim-import/${run}/?ticket=${ticket}`)
  const frames: ReceivedFrame[] = []
  socket.raw.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ReceivedFrame
    if (frame.type !== 'ping') frames.push({ type: frame.type, data: frame.data })
  })
  return {
    frames,
    closed: socket.closed,
    close: socket.close,
    phases: () => frames.filter(({ type }) => type === 'phase').map(({ data }) => data.phase as string),
  }
}
