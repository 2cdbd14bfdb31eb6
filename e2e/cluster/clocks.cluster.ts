import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, startCluster } from './harness/start-cluster.ts'
import { faketimePath, type HeddleProcess } from './harness/start-process.ts'

/** Two looks for dead processes, ten seconds apart, and more. */
const SLOW_MS = 22_000

describe.skipIf(!services || faketimePath === undefined)('a worker whose clock is three minutes ahead', () => {
  let cluster: Cluster
  let ahead: HeddleProcess
  let query: string
  beforeAll(async () => {
    cluster = await startCluster({ api: 2, worker: 0 })
    ahead = await cluster.start('worker', { clockOffset: '+180s' })
    query = await saveQuery(cluster.admin(), await connect(cluster, cluster.admin()))
    cluster.controller.faults.add({ kind: 'delay', ms: SLOW_MS })
  })
  afterAll(() => cluster.stop())

  it('says so', async () => {
    expect(await ahead.logged("ahead of the database's")).toContain('offset_seconds')
  })

  it('ends no run of another process while it lives, and one of a killed process within 45 s', async () => {
    const [living, dying] = cluster.apis as [HeddleProcess, HeddleProcess]
    const execute = (at: HeddleProcess) => apiOf(at.url, cluster.token).post(`${QUERIES}${query}/execute/`)
    const running = execute(living)
    const lost = execute(dying).catch(() => undefined)
    const open = () => cluster.sql<{ id: string }>(`select id from executions where status = 'running'`)
    await expect.poll(open).toHaveLength(2)
    await dying.kill()
    const killedAt = performance.now()
    await lost

    expect(succeeded(await running)).toMatchObject({ status: 'success' })
    await expect.poll(open, { timeout: 45_000, interval: 500 }).toEqual([])
    expect(performance.now() - killedAt).toBeLessThan(45_000)
    const { results } = (await cluster.admin().get(`${LOGS}?status=failure`)).body
    expect(results).toMatchObject([{ error_message: 'The server stopped during this run.' }])
  })
})
