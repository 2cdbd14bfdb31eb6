import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, CONNECTIONS, connect, LOGS, startCluster } from './harness/start-cluster.ts'

const AT_ONCE = 3

describe.skipIf(!services)('an api and two worker processes with one controller', () => {
  let cluster: Cluster
  let admin: Api
  let connection: string
  let query: string
  beforeAll(async () => {
    cluster = await startCluster({ api: 1, worker: 2, controller: { latencyMs: 100 } })
    admin = cluster.admin()
    connection = await connect(cluster, admin, { max_parallel_requests: AT_ONCE })
    query = await saveQuery(admin, connection)
    succeeded(await admin.patch('/api/queries/task-settings/', { max_concurrent_background: 20 }))
  })
  afterAll(() => cluster.stop())
  beforeEach(() => cluster.controller.faults.clear())

  const budget = async () => succeeded(await admin.get(`${CONNECTIONS}${connection}/budget/`))
  const ask = async (): Promise<string> =>
    succeeded(await admin.post(`${QUERIES}${query}/execute_background/`)).execution_id
  const ended = (id: string) =>
    expect
      .poll(async () => (await admin.get(`${LOGS}${id}/`)).body.status, { interval: 100, timeout: 60_000 })
      .not.toBe('running')
  const execute = async () => succeeded(await admin.post(`${QUERIES}${query}/execute/`))

  it('never send it more requests at once than its budget, whichever process they come from', async () => {
    const background = await Promise.all(Array.from({ length: 16 }, ask))
    const waited = await Promise.all(Array.from({ length: 8 }, execute))
    await Promise.all(background.map(ended))

    const logs = await Promise.all(background.map(async (id) => (await admin.get(`${LOGS}${id}/`)).body))
    expect([...logs, ...waited].map(({ status }) => status)).toEqual(Array(24).fill('success'))
    expect(cluster.controller.counters.maxConcurrent).toBe(AT_ONCE)
    const idle = { counted_over: 'all_processes', processes: 3, in_flight: 0, waiting: { requests: 0 } }
    await expect.poll(budget, { interval: 200 }).toMatchObject(idle)
  })

  it('get back what a process held that was killed', async () => {
    cluster.controller.faults.add({ kind: 'hang' })
    await Promise.all(Array.from({ length: 6 }, ask))
    await expect.poll(async () => (await budget()).in_flight).toBe(AT_ONCE)
    await Promise.all(cluster.workers.map((worker) => worker.kill()))
    cluster.controller.faults.clear()

    const run = await execute()

    expect(run).toMatchObject({ status: 'success' })
    // The lease of a dead process lasts eight seconds.
    expect(run.waited_ms).toBeLessThan(10_000)
  })

  it('stay within it while the cache is away', async () => {
    await Promise.all([cluster.start('worker'), cluster.start('worker')])
    const before = cluster.controller.requests.length
    await cluster.redisProxy.close()
    const background = await Promise.all(Array.from({ length: 6 }, ask))
    const waited = await Promise.all(Array.from({ length: 6 }, execute))
    await Promise.all(background.map(ended))

    expect(waited.map(({ status }) => status)).toEqual(Array(6).fill('success'))
    expect(cluster.controller.requests.length - before).toBeGreaterThanOrEqual(12)
    expect(cluster.controller.counters.maxConcurrent).toBe(AT_ONCE)
    expect(await budget()).toMatchObject({ counted_over: 'this_process' })
  })
})
