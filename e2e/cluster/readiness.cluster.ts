import { freePorts } from '@heddle/server/testing/daemon.ts'
import { type CollectedSpan, startTraceCollector } from '@heddle/server/testing/trace-collector.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, startCluster } from './harness/start-cluster.ts'
import type { HeddleProcess } from './harness/start-process.ts'

type Ready = { readonly status: number; readonly body: { checks: Record<string, { ok: boolean; detail?: string }> } }

const MONITORING = /"url":"(http:\/\/[^"]+)","msg":"serving \/live/

describe.skipIf(!services)('a process of every role', () => {
  let collector: Awaited<ReturnType<typeof startTraceCollector>>
  let cluster: Cluster
  let all: readonly HeddleProcess[]
  beforeAll(async () => {
    collector = await startTraceCollector()
    cluster = await startCluster({
      api: 1,
      worker: 1,
      env: {
        METRICS_PORT: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        SYNC_QUERY_TIMEOUT_SECONDS: '20',
        STOP_GRACE_SECONDS: '5',
      },
    })
    all = [...cluster.apis, ...cluster.workers]
  })
  afterAll(async () => {
    await cluster.stop()
    await collector.close()
  })

  const monitoring = async (one: HeddleProcess): Promise<string> => MONITORING.exec(await one.logged(MONITORING))![1]!
  const ask = async (one: HeddleProcess, path: string): Promise<Response> => fetch(`${await monitoring(one)}${path}`)
  const ready = async (one: HeddleProcess, path = '/ready'): Promise<Ready> => {
    const reply = await ask(one, path)
    return { status: reply.status, body: (await reply.json()) as Ready['body'] }
  }
  const metrics = async (one: HeddleProcess): Promise<string> => (await ask(one, '/metrics')).text()
  const settles = (one: HeddleProcess, status: number) =>
    expect.poll(async () => (await ready(one)).status, { timeout: 20_000 }).toBe(status)

  it('is ready, and serves its measures', async () => {
    const [api, worker] = await Promise.all(all.map(metrics))

    for (const text of [api, worker]) {
      for (const family of [
        'heddle_database_connections',
        'heddle_threads_limit',
        'heddle_dependency_up',
        'process_cpu_seconds_total',
      ])
        expect(text).toContain(`# TYPE ${family} `)
      expect(text).toContain('heddle_ready 1')
    }
    expect(worker).toContain('heddle_jobs{queue="run-query",state="waiting"} 0')
    expect(api).not.toContain('heddle_jobs{')
  })

  it('performs a run as one trace through api, worker and controller requests', async () => {
    const admin = cluster.admin()
    const query = await saveQuery(admin, await connect(cluster, admin))
    const { execution_id: id } = succeeded(await admin.post(`${QUERIES}${query}/execute_background/`))

    const isRun = ({ name, attributes }: CollectedSpan): boolean =>
      name === 'run' && attributes['heddle.execution_id'] === id
    const [request, run] = await collector.find(({ name }) => name.endsWith('/execute_background/'), isRun)
    const [page] = await collector.find(
      ({ name, parentSpanId }) => name === 'GET fvTenant' && parentSpanId === run!.spanId,
    )

    expect([request!.role, run!.role, page!.role]).toEqual(['api', 'worker', 'worker'])
    expect(new Set([request, run, page].map((span) => span!.traceId)).size).toBe(1)
    const measured = await metrics(cluster.workers[0]!)
    expect(measured).toContain('heddle_runs_ended_total{trigger="background",status="success"} 1')
    expect(measured).toMatch(/heddle_controller_requests_total\{connection="lab",outcome="success"\} [1-9]/)
  })

  it('is not ready while PostgreSQL is away, and lives on', async () => {
    cluster.databaseProxy.cut()
    for (const one of all) {
      await settles(one, 503)
      const { body } = await ready(one)
      expect([body.checks['database']!.ok, body.checks['started']!.ok]).toEqual([false, true])
      expect((await ask(one, '/live')).status).toBe(200)
      expect(await metrics(one)).toContain('heddle_dependency_up{dependency="database"} 0')
    }

    cluster.databaseProxy.restore()
    for (const one of all) await settles(one, 200)
  })

  it('tells a balancer that does not mind that only Redis is away', async () => {
    cluster.redisProxy.cut()
    await settles(all[0]!, 503)

    expect((await ready(all[0]!, '/ready?exclude=cache&exclude=bus')).status).toBe(200)

    cluster.redisProxy.restore()
    for (const one of all) await settles(one, 200)
  })

  it('says during its start what it waits for', async () => {
    const [port] = await freePorts()
    cluster.databaseProxy.cut()
    const starting = cluster.start('worker', { env: { METRICS_PORT: String(port) } })
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(503)
    const reply = await fetch(`http://127.0.0.1:${port}/ready`)
    const { checks } = (await reply.json()) as Ready['body']

    expect(checks['database']).toEqual({ ok: false, detail: 'not yet: the process is starting' })
    cluster.databaseProxy.restore()
    await settles(await starting, 200)
  })

  it('is not ready from the first moment of a stop', async () => {
    const admin = cluster.admin()
    const query = await saveQuery(admin, await connect(cluster, admin, { name: 'slow' }), { name: 'Slow' })
    cluster.controller.faults.add({ kind: 'delay', ms: 2_500, path: 'fvTenant' })
    const running = admin.post(`${QUERIES}${query}/execute/`)
    const [api] = cluster.apis
    await expect
      .poll(async () => (await metrics(api!)).match(/heddle_controller_requests_in_flight\{[^}]*\} [1-9]/) !== null)
      .toBe(true)

    const stopped = api!.stop()
    await api!.logged('"msg":"stopping"')
    const { status, body } = await ready(api!)

    expect([status, body.checks['draining']]).toEqual([503, { ok: false, detail: 'the process is stopping' }])
    expect((await running).status).toBe(200)
    expect(await stopped).toBe(0)
  })
})
