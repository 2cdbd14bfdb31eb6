import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { apiOf, follow, framesOf, openChannel, succeeded, QUERIES, saveQuery, signIn } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, startCluster } from './harness/start-cluster.ts'
import { CAPTURE } from './chaos/load/load-captures.ts'
import { PIPELINES } from './chaos/load/load-runs.ts'
import { TASKS } from './chaos/load/prepare.ts'

const USERS = '/api/auth/management/'
const REGISTRY = '/api/mim-registry/'

describe.skipIf(!services)('two api and two worker processes', () => {
  let cluster: Cluster
  let registry: RegistrySimulator
  let connection: string
  let slow: string
  beforeAll(async () => {
    registry = await startRegistry({ versions: { latest: { model: generateModel({ classes: 120 }) } }, latencyMs: 100 })
    const env = { MIM_REGISTRY_URL: registry.url, WS_PING_SECONDS: '1' }
    cluster = await startCluster({ emptyDatabase: true, env })
    connection = await connect(cluster, cluster.admin())
    slow = await saveQuery(cluster.admin(), connection, {
      nodes: [{ id: 'n', class_name: 'fvCtx', properties: ['name'] }],
    })
    cluster.controller.faults.add({ kind: 'delay', ms: 500, path: 'fvCtx' })
  })
  afterAll(async () => {
    await cluster.stop()
    await registry.close()
  })
  const startRun = async (at: number): Promise<any> =>
    succeeded(await cluster.admin(at).post(`${QUERIES}${slow}/execute_background/`))

  it('start together on an empty database, and one of them migrates', async () => {
    expect(cluster.running()).toHaveLength(4)
    expect((await cluster.sql('select tag from applied_migrations')).length).toBeGreaterThan(0)
  })

  it('share sessions, runs and their frames', async () => {
    const { channel: path, execution_id } = await startRun(0)
    const early = await follow(cluster.admin(0), cluster.apis[1]!.url, path)
    expect(await early.closed).toBe(1000)
    const late = await follow(cluster.admin(1), cluster.apis[0]!.url, path)
    expect(await late.closed).toBe(1000)

    const [live, kept] = [framesOf(early), framesOf(late)].map((frames) =>
      frames.filter(({ type }) => type !== 'node_progress'),
    )
    expect(live!.map(({ type }) => type)).toEqual(['node_start', 'node_result', 'node_complete', 'execution_complete'])
    expect(kept).toEqual(live)
    expect((await cluster.admin(1).get(`${LOGS}${execution_id}/`)).body.status).toBe('success')
  })

  it('accept a ticket once, even if both are asked at once', async () => {
    const path = '/ws/notifications/'
    const [first, second] = cluster.apis.map(({ url }) => url) as [string, string]
    const once = succeeded(await cluster.admin(0).post('/api/ws-ticket/')).ticket
    const opened = await openChannel(second, path, once)
    const again = await openChannel(first, path, once)
    const both = succeeded(await cluster.admin(0).post('/api/ws-ticket/')).ticket
    const raced = await Promise.all([openChannel(first, path, both), openChannel(second, path, both)])

    expect(await again.closed).toBe(4001)
    expect(await Promise.race(raced.map(({ closed }) => closed))).toBe(4001)
    expect((await opened.until(({ type }) => type === 'ping')).type).toBe('ping')
    const left = await Promise.race(
      raced.map((one) => one.until(({ type }) => type === 'ping').catch(() => new Promise(() => undefined))),
    )
    expect(left).toBeDefined()
    for (const one of [opened, ...raced]) one.close()
  })

  it('stop serving a user whom one of them deactivated', async () => {
    const account = { username: 'leaver', email: 'leaver@localhost', password: ADMIN.password }
    const { id } = succeeded(await cluster.admin(0).post(USERS, account))
    const leaver = apiOf(cluster.apis[1]!.url, await signIn(cluster.apis[0]!.url, account))
    const socket = await follow(leaver, cluster.apis[1]!.url, '/ws/notifications/')

    succeeded(await cluster.admin(0).post(`${USERS}${id}/deactivate/`))

    expect((await leaver.get('/api/auth/profile/')).status).toBe(401)
    expect(await socket.closed).toBe(4001)
  })

  it('cancel a run that is in a worker, whichever api is asked', async () => {
    const { channel: path, execution_id } = await startRun(0)
    const channel = await follow(cluster.admin(0), cluster.apis[0]!.url, path)
    await channel.until(({ type }) => type === 'node_start')
    const { pipeline_execution } = succeeded(await cluster.admin(1).get(`${LOGS}${execution_id}/`))

    succeeded(await cluster.admin(1).post(`${PIPELINES}${pipeline_execution}/cancel/`))

    expect(await channel.closed).toBe(1000)
    expect(framesOf(channel).at(-1)).toMatchObject({ type: 'execution_failed' })
    expect((await cluster.admin(0).get(`${PIPELINES}${pipeline_execution}/`)).body.status).toBe('cancelled')
  })

  it('bring a notice to every socket of its user', async () => {
    const doomed = await connect(cluster, cluster.admin(), { name: 'doomed' })
    const task = {
      name: 'failing',
      saved_query: slow,
      controller_connections: [doomed],
      schedule_type: 'interval',
      interval_minutes: 60,
    }
    const { id } = succeeded(await cluster.admin().post(TASKS, task))
    succeeded(await cluster.admin().delete(`/api/controller/connections/${doomed}/`))
    const at = [0, 1, 1].map((number) => cluster.apis[number]!.url)
    const sockets = await Promise.all(at.map((url) => follow(cluster.admin(0), url, '/ws/notifications/')))

    succeeded(await cluster.admin(1).post(`${TASKS}${id}/run_now/`))

    const notices = await Promise.all(
      sockets.map((socket) => socket.until(({ type }) => type === 'notification_created')),
    )
    expect(new Set(notices.map(({ data }) => data.id as string)).size).toBe(1)
    for (const socket of sockets) socket.close()
  })

  it('run one import at a time, and switch to its model together', async () => {
    const order = { version_key: 'latest' }
    const { run_id } = succeeded(await cluster.admin(0).post(`${REGISTRY}remote/install/`, order))
    const second = await cluster.admin(1).post(`${REGISTRY}remote/install/`, order)
    const loaded = async () =>
      Promise.all(
        [0, 1].map(
          async (at) => succeeded(await cluster.admin(at).get(`${REGISTRY}status/`)).loaded_version as string | null,
        ),
      )

    expect([second.status, second.body.code]).toEqual([409, 'import_running'])
    await expect.poll(loaded).toEqual(['latest', 'latest'])
    expect((await cluster.admin(1).get(`${REGISTRY}remote/runs/${run_id}/`)).body.run).toMatchObject({
      completed_count: 120,
    })
  })

  it('share the rows of captures that meet', async () => {
    const { store } = cluster.controller
    for (let number = 0; number < 2_000; number += 1) store.add('fvAp', `uni/tn-A/ap-${number}`, { name: `${number}` })
    const nodes = [{ id: 'n', class_name: 'fvAp', properties: ['name'] }]
    const query = await saveQuery(cluster.admin(), connection, { nodes })
    const capture = async (at: number): Promise<any> =>
      succeeded(await cluster.admin(at).post(CAPTURE, { saved_query: query }))

    const captures = await Promise.all([capture(0), capture(1)])
    const third = await capture(1)

    expect(new Set([...captures, third].map(({ version_hash }) => version_hash as string)).size).toBe(1)
    expect(third).toMatchObject({ stored_bytes: 0, row_count: 2_000 })
    expect(Math.min(...captures.map(({ stored_bytes }) => stored_bytes as number))).toBe(0)
  })
})
