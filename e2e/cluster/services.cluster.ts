import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow, framesOf, succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { canStartRedis, type OwnService, startRedis } from './harness/own-services.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, startCluster } from './harness/start-cluster.ts'

const AWAY_MS = 4_000
/** A run whose end could not be stored is taken up again after 30 seconds. */
const patient = { timeout: 80_000, interval: 250 }
const TERMINATE =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

describe.skipIf(!services || !canStartRedis)('processes whose services fail', () => {
  let redis: OwnService
  let cluster: Cluster
  let query: string
  beforeAll(async () => {
    redis = await startRedis()
    cluster = await startCluster({ api: 1, worker: 1, redisUrl: redis.url })
    query = await saveQuery(cluster.admin(), await connect(cluster, cluster.admin()))
    succeeded(await cluster.admin().patch('/api/queries/task-settings/', { max_concurrent_background: 20 }))
  })
  afterAll(async () => {
    await cluster.stop()
    await redis.remove()
  })

  const startRun = async (): Promise<string> =>
    succeeded(await cluster.admin().post(`${QUERIES}${query}/execute_background/`)).execution_id as string
  const statusOf = async (id: string): Promise<string> =>
    (await cluster.admin().get(`${LOGS}${id}/`)).body.status as string
  const ticketStatus = async (): Promise<number> => (await cluster.admin().post('/api/ws-ticket/')).status

  it.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
    ['killed', () => redis.halt('SIGKILL'), () => redis.start()],
    ['hung', () => redis.signal('SIGSTOP'), () => redis.signal('SIGCONT')],
  ])('work on while Redis is %s, and open sockets again once it is back', async (_how, fail, heal) => {
    const admin = cluster.admin()
    await fail()
    const until = Date.now() + AWAY_MS
    const statuses: number[] = []
    const runs: string[] = []
    while (Date.now() < until) {
      statuses.push((await admin.get(QUERIES)).status, (await admin.post(`${QUERIES}${query}/execute/`)).status)
      runs.push(await startRun())
    }
    const refused = await ticketStatus()
    for (const id of runs) await expect.poll(() => statusOf(id)).toBe('success')
    await heal()

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(refused).toBe(503)
    await expect.poll(ticketStatus).toBe(200)
    const { execution_id, channel } = succeeded(await admin.post(`${QUERIES}${query}/execute_background/`))
    const socket = await follow(admin, cluster.apis[0]!.url, channel)
    expect(await socket.closed).toBe(1000)
    expect(framesOf(socket).at(-1)).toMatchObject({ type: 'execution_complete' })
    expect(await statusOf(execution_id)).toBe('success')
  })

  it('end every background run although all connections to the database are terminated', async () => {
    const { faults, requests } = cluster.controller
    const slow = faults.add({ kind: 'delay', ms: 300 })
    const before = requests.length
    const runs = await Promise.all(Array.from({ length: 6 }, startRun))
    await expect.poll(() => requests.length).toBeGreaterThan(before)

    await cluster.sql(TERMINATE)

    for (const id of runs) await expect.poll(() => statusOf(id), patient).toBe('success')
    const ends = await cluster.sql(
      `select target_id from audit_entries where action = 'query_run' and target_id = any($1)`,
      [runs],
    )
    expect(ends).toHaveLength(runs.length)
    expect(cluster.running()).toHaveLength(2)
    slow.remove()
  })
})
