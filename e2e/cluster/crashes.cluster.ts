import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { follow, framesOf, succeeded, QUERIES, saveQuery } from './harness/api.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, startCluster } from './harness/start-cluster.ts'
import { CAPTURE } from './chaos/load/load-captures.ts'
import { TASKS } from './chaos/load/prepare.ts'

const REGISTRY = '/api/mim-registry/'
const CLASSES = 200
const DUE = 12
/** A dead worker is noticed after 30 seconds. */
const patient = { timeout: 110_000, interval: 250 }

/** Each firing of a task for its first slot, and how many runs it has. */
const FIRST_SLOTS = `
  select f.id, (select count(*) from scheduled_executions s where s.firing_id = f.id)::int as runs
  from scheduled_firings f join scheduled_tasks t on t.id = f.task_id
  where t.id = any($1) and f.slot <= t.anchor_at + interval '61 seconds'`

describe.skipIf(!services)('processes that are killed', () => {
  let cluster: Cluster
  let registry: RegistrySimulator
  let connection: string
  let held: string
  let quick: string
  beforeAll(async () => {
    registry = await startRegistry({
      versions: { latest: { model: generateModel({ classes: CLASSES }) } },
      latencyMs: 400,
    })
    cluster = await startCluster({ env: { MIM_REGISTRY_URL: registry.url, MIM_IMPORT_CONCURRENCY: '10' } })
    connection = await connect(cluster, cluster.admin())
    const save = (class_name: string) =>
      saveQuery(cluster.admin(), connection, {
        name: class_name,
        nodes: [{ id: 'n', class_name, properties: ['name'] }],
      })
    held = await save('fvCtx')
    quick = await save('fvTenant')
  })
  afterAll(async () => {
    await cluster.stop()
    await registry.close()
  })

  const createTask = async (saved_query: string, body: object = {}): Promise<string> => {
    const task = {
      name: 'task',
      saved_query,
      controller_connections: [connection],
      schedule_type: 'interval',
      interval_minutes: 1,
    }
    return succeeded(await cluster.admin().post(TASKS, { ...task, ...body })).id as string
  }
  /** Makes the first slots of tasks due one after the other, beginning now. */
  const spread = (tasks: readonly string[]) =>
    cluster.sql(
      `update scheduled_tasks t set anchor_at = now() + o.number * interval '1 second' - interval '1 minute',
              next_run_at = now() + o.number * interval '1 second'
       from unnest($1::uuid[]) with ordinality o(id, number) where o.id = t.id`,
      [tasks],
    )

  it('lose no run, no capture, no import and no slot when all workers are killed', { timeout: 150_000 }, async () => {
    cluster.controller.faults.add({ kind: 'hang', path: 'fvCtx' })
    const admin = cluster.admin(0)
    const { run_id } = succeeded(await admin.post(`${REGISTRY}remote/install/`, { version_key: 'latest' }))
    const { execution_id, channel: path } = succeeded(await admin.post(`${QUERIES}${held}/execute_background/`))
    const capturing = await createTask(held, { capture_snapshot: true, interval_minutes: 60 })
    const [firing] = succeeded(await admin.post(`${TASKS}${capturing}/run_now/`)).execution_ids as string[]
    const tasks = await Promise.all(Array.from({ length: DUE }, () => createTask(quick)))
    const channel = await follow(admin, cluster.apis[1]!.url, path)
    await expect.poll(() => cluster.controller.requests.filter(({ path }) => path.includes('fvCtx')).length).toBe(2)
    await spread(tasks)

    await Promise.all(cluster.workers.map((worker) => worker.kill()))
    cluster.controller.faults.clear()
    await Promise.all([cluster.start('worker'), cluster.start('worker')])

    expect(await channel.closed).toBe(1000)
    expect(framesOf(channel).filter(({ type }) => type === 'execution_complete')).toHaveLength(1)
    expect((await admin.get(`${LOGS}${execution_id}/`)).body).toMatchObject({ status: 'success', row_count: 3 })
    const ends = await cluster.sql(`select id from audit_entries where action = 'query_run' and target_id = $1`, [
      execution_id,
    ])
    expect(ends).toHaveLength(1)
    const captured = async () => (await admin.get(`/api/queries/scheduled-executions/${firing}/`)).body
    await expect.poll(captured, patient).toMatchObject({ status: 'success', snapshot: expect.any(String) })
    expect(await cluster.sql('select id from snapshots')).toHaveLength(1)
    const imported = async () => (await admin.get(`${REGISTRY}remote/runs/${run_id}/`)).body.run
    await expect
      .poll(imported, patient)
      .toMatchObject({ state: 'succeeded', completed_count: CLASSES, failed_count: 0 })
    const fired = await cluster.sql<{ id: string; runs: number }>(FIRST_SLOTS, [tasks])
    expect(fired.map(({ runs }) => runs)).toEqual(Array(DUE).fill(1))
  })

  it('leave nothing of a capture behind that another process would trip over', async () => {
    for (let number = 0; number < 500; number += 1)
      cluster.controller.store.add('fvAp', `uni/tn-A/ap-${number}`, { name: `${number}` })
    const query = await saveQuery(cluster.admin(1), connection, {
      nodes: [{ id: 'n', class_name: 'fvAp', properties: ['name'] }],
    })
    cluster.controller.faults.add({ kind: 'delay', ms: 300, path: 'fvAp' })
    const asked = (): number => cluster.controller.requests.filter(({ path }) => path.includes('fvAp')).length

    const lost = cluster
      .admin(0)
      .post(CAPTURE, { saved_query: query })
      .catch(() => 'no answer')
    await expect.poll(asked).toBeGreaterThan(0)
    const other = cluster.admin(1).post(CAPTURE, { saved_query: query })
    await cluster.apis[0]!.kill()

    expect(await lost).toBe('no answer')
    const { id } = succeeded(await other)
    const again = succeeded(await cluster.admin(1).post(CAPTURE, { saved_query: query }))
    const { body } = await cluster.admin(1).post('/api/history/compare/', { snapshot_a: id, snapshot_b: again.id })
    expect(body.summary).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 500 })
  })
})
