import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePorts } from '@heddle/server/testing/daemon.ts'
import { type Nginx, nginxPath, startNginx } from '@heddle/server/testing/nginx.ts'
import { type Api, apiOf, openChannel, type Reply, succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, startCluster } from './harness/start-cluster.ts'
import type { HeddleProcess, Role } from './harness/start-process.ts'

/** Longer than a stop lets runs go on. */
const SLOW_MS = 9_000
/** nginx lets 30 requests a second of an address pass. */
const BETWEEN_MS = 40

describe.skipIf(!services)('a deployment', () => {
  let cluster: Cluster
  let quick: string
  let slow: string
  beforeAll(async () => {
    cluster = await startCluster({ env: { STOP_GRACE_SECONDS: '6' } })
    const connection = await connect(cluster, cluster.admin())
    quick = await saveQuery(cluster.admin(), connection)
    slow = await saveQuery(cluster.admin(), connection, {
      name: 'Slow',
      nodes: [{ id: 'c', class_name: 'fvCtx', properties: ['name'] }],
    })
    cluster.controller.faults.add({ kind: 'delay', ms: SLOW_MS, path: 'fvCtx' })
  })
  afterAll(() => cluster.stop())

  const logOf = async (api: Api, id: string) => (await api.get(`${LOGS}${id}/`)).body
  const ended = (api: Api, id: string) =>
    expect.poll(async () => (await logOf(api, id)).status, { timeout: 40_000 }).not.toBe('running')
  const attemptsOf = (id: string) =>
    expect.poll(
      async () =>
        (await cluster.sql<{ attempts: number }>('select attempts from executions where id = $1', [id]))[0]?.attempts,
    )

  it('leaves runs that are longer than every process lives to finish on their first attempt', async () => {
    const api = cluster.admin()
    const runs: string[] = []
    for (let run = 0; run < 2; run += 1)
      runs.push(succeeded(await api.post(`${QUERIES}${slow}/execute_background/`)).execution_id)

    let workers: readonly HeddleProcess[] = cluster.workers
    for (let round = 1; round <= 2; round += 1) {
      for (const id of runs) await attemptsOf(id).toBeGreaterThanOrEqual(round)
      for (const worker of workers) expect(await worker.stop()).toBe(0)
      workers = [await cluster.start('worker')]
    }
    for (const id of runs) await ended(api, id)

    for (const id of runs) expect(await logOf(api, id)).toMatchObject({ status: 'success' })
    const handedBack = await cluster.sql<{ hand_backs: number }>(
      'select hand_backs from executions where id = any($1)',
      [runs],
    )
    for (const { hand_backs } of handedBack) expect(hand_backs).toBeGreaterThanOrEqual(2)
  })

  it('sends sockets back with 1012, and their run goes on at another process', async () => {
    const [first, second] = cluster.apis as [HeddleProcess, HeddleProcess]
    const api = apiOf(second.url, cluster.token)
    const { execution_id: id, channel } = succeeded(await api.post(`${QUERIES}${slow}/execute_background/`))
    const ticket = async () => succeeded(await api.post('/api/ws-ticket/')).ticket as string
    const sockets = await Promise.all(
      [channel, '/ws/notifications/'].map(async (path) => openChannel(first.url, path, await ticket())),
    )

    const stopped = first.stop()
    const codes = await Promise.all(sockets.map(({ closed }) => closed))

    expect(codes).toEqual([1012, 1012])
    expect(await (await openChannel(second.url, channel, await ticket())).closed).toBe(1000)
    expect(await stopped).toBe(0)
    await ended(api, id)
    await cluster.start('api')
  })

  it.skipIf(nginxPath === undefined)(
    'of every process in turn, behind nginx, fails no request and no run',
    async () => {
      const ports = await freePorts()
      const startAt = (role: Role, port = 0) =>
        cluster.start(role, { env: { PORT: String(port), TRUST_PROXY: 'true' } })
      const apis = await Promise.all(ports.map((port) => startAt('api', port)))
      const nginx = await startNginx(...apis.map(({ url }) => url))
      onTestFinished(nginx.stop)
      const load = new AbortController()
      const asked = Promise.all(Array.from({ length: 4 }, (_, number) => work(cluster, nginx, number, load.signal)))

      for (const [at, port] of ports.entries()) {
        expect(await apis[at]!.stop()).toBe(0)
        await startAt('api', port)
      }
      for (const worker of cluster.running().filter(({ role }) => role === 'worker')) {
        await startAt('worker')
        expect(await worker.stop()).toBe(0)
      }
      load.abort()

      const answers = (await asked).flat()
      const failed = answers.filter(({ status, body }) => status >= 300 || body.status === 'failure')
      expect(failed.map(({ status, body }) => ({ status, body }))).toEqual([])
      expect(answers.length).toBeGreaterThan(100)
      const open = () => cluster.sql(`select id from executions where status = 'running'`)
      await expect.poll(open, { timeout: 30_000 }).toEqual([])
      expect(await cluster.sql(`select error_message from executions where status <> 'success'`)).toEqual([])
    },
  )

  /** What a user asks for, from an address of their own, until told to stop. */
  async function work(
    { token }: Cluster,
    { httpsPort, ca }: Nginx,
    number: number,
    signal: AbortSignal,
  ): Promise<Reply[]> {
    const dispatcher = new Agent({ localAddress: `127.0.3.${number + 1}`, connect: { ca } })
    const api = apiOf(`https://127.0.0.1:${httpsPort}`, token, { dispatcher })
    const answers: Reply[] = []
    const requests = [
      () => api.get(`${QUERIES}?page_size=10`),
      () => api.post(`${QUERIES}${quick}/execute/`),
      () => api.post(`${QUERIES}${quick}/execute_background/`),
      () => api.patch(`${QUERIES}${quick}/`, { description: `at ${answers.length}` }),
    ]
    while (!signal.aborted) {
      answers.push(await requests[answers.length % requests.length]!())
      await pause(BETWEEN_MS)
    }
    await dispatcher.close()
    return answers
  }
})
