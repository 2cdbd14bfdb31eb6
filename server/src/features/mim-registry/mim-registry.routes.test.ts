import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type RegistryApp,
  REGISTRY,
  RUNS,
  smallModel,
  soon,
  startRegistryApp,
} from '../../testing/mim-registry/start-registry-app.ts'

const WITHOUT_AGGREGATE = { model: smallModel, aggregate: false }
/** Missing in the version itself: found in the next one, in the last one, nowhere. */
const [IN_611, IN_521, NOWHERE] = ['fv:AEPg', 'fv:Ctx', 'fv:Subnet'] as const
/** Missing in the oldest version only. */
const NEWER = 'fv:Ap'

let imports: RegistryApp
beforeAll(async () => {
  imports = await startRegistryApp({
    versions: {
      latest: { ...WITHOUT_AGGREGATE, without: [IN_611, IN_521, NOWHERE] },
      '611': { model: smallModel, without: [IN_521, NOWHERE] },
      '521': { model: smallModel, without: [NOWHERE, NEWER] },
    },
  })
})
afterAll(() => imports.stop())
afterEach(() => {
  imports.registry.faults.clear()
  imports.registry.settings.latencyMs = 0
})

const sockets = async (state: string, run: string): Promise<number> => {
  const [row] = await imports.sql(
    'select count(*)::int as count from mim_import_jobs where run_id = $1 and state = $2',
    [run, state],
  )
  return row.count
}
const requestsOf = (name: string): number =>
  imports.registry.requests.filter(({ className }) => className === name).length

/** An import that has fetched some classes and continues slowly. */
async function startSlow(): Promise<string> {
  imports.slowDown(imports.registry, 105)
  const run = await imports.start({ version_key: '611', concurrency: 10 })
  await soon(() => sockets('done', run)).toBeGreaterThan(0)
  return run
}
async function stopSlow(run: string): Promise<void> {
  imports.registry.faults.clear()
  await imports.cancel(run)
  expect((await imports.ended(run)).run.state).toBe('cancelled')
}

describe('an import from the registry', () => {
  it('finds every class without a list, including those that only older versions have', async () => {
    const { status, body } = await imports.install({ version_key: 'latest' })

    expect(status).toBe(202)
    expect(body).toEqual({
      run_id: expect.any(String),
      task_id: body.run_id,
      version_key: 'latest',
      total_classes: 17_864,
      concurrency: 5,
    })
    const { run, failed_recent } = await imports.ended(body.run_id)
    expect(run).toMatchObject({
      state: 'succeeded',
      phase: 'done',
      total_classes: 150,
      completed_count: 149,
      fallback_count: 2,
      not_found_count: 1,
      failed_count: 0,
      error_summary: '',
      cancel_requested: false,
      finished_at: expect.any(String),
      core_ready_at: expect.any(String),
    })
    expect(failed_recent).toEqual([])
    expect((await imports.status()).active).toMatchObject({
      controller_version: 'latest',
      class_count: 149,
      imported_by_username: 'admin',
    })
    const found = await imports.sql(
      `select class_name, state, source_version, attempted_versions from mim_import_jobs
      where run_id = $1 and attempted_versions <> '["latest"]'`,
      [body.run_id],
    )
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        { class_name: 'AEPg', state: 'done', source_version: '611', attempted_versions: ['latest', '611'] },
        { class_name: 'Ctx', state: 'done', source_version: '521', attempted_versions: ['latest', '611', '521'] },
        {
          class_name: 'Subnet',
          state: 'not_found',
          source_version: null,
          attempted_versions: ['latest', '611', '521'],
        },
      ]),
    )
  })

  it('replaces the previous version in one step and keeps both in the history', async () => {
    const run = await imports.start({ version_key: '521', concurrency: 10 })
    expect(await imports.status()).toMatchObject({
      loaded_version: 'latest',
      active_import: {
        task_id: run,
        remote_run_id: run,
        controller_version: '521',
        source: 'remote',
        state: 'running',
      },
    })

    await imports.ended(run)

    const status = await imports.status()
    expect(status).toMatchObject({
      loaded_version: '521',
      active: { controller_version: '521', is_active: true },
      active_import: null,
    })
    expect(status.history.slice(0, 2)).toMatchObject([
      { controller_version: '521', is_active: true },
      { controller_version: 'latest', is_active: false },
    ])
    // The replaced graph is deleted, and so are its records.
    await soon(async () => (await imports.sql('select count(*)::int as count from mim_graphs'))[0].count).toBe(1)
  })

  it('requests every listed class once, the core first, with the allowed concurrency', async () => {
    imports.registry.resetCounters()
    imports.registry.settings.latencyMs = 5
    const run = await imports.start({ version_key: '521', concurrency: 3 })

    expect((await imports.ended(run)).run).toMatchObject({ state: 'succeeded', concurrency: 3 })

    const { counters, requests } = imports.registry
    expect(counters.maxConcurrent).toBe(3)
    expect(Math.max(...counters.byPath.values())).toBe(1)
    const asked = requests.flatMap(({ className, version }) => (className && version === '521' ? [className] : []))
    const core = new Set(
      (await imports.sql('select class_pkg, class_name from mim_import_jobs where run_id = $1 and is_core', [run])).map(
        (row) => `${row.class_pkg}:${row.class_name}`,
      ),
    )
    expect(core.size).toBeGreaterThan(10)
    // Concurrent requests may arrive out of order.
    expect(asked.slice(0, core.size - 3).every((name) => core.has(name))).toBe(true)
  })

  it('reads a version only to compare it, and says what would be gone and which queries would notice', async () => {
    const { admin } = imports.app
    const [run] = (await admin.get(`${RUNS}?page_size=1`)).body.results
    expect([run.version_key, run.state, run.activates]).toEqual(['521', 'succeeded', true])
    const { body: connection } = await admin.post('/api/controller/connections/', {
      name: 'compared',
      host: 'apic.example.com',
      username: 'reader',
      password: 'secret',
    })
    const saved = async (name: string, className: string) =>
      (
        await admin.post('/api/queries/saved-queries/', {
          name,
          controller_connection: connection.id,
          nodes: [{ id: 'a', class_name: className }],
          edges: [],
        })
      ).body.id
    const touched = await saved('Applications', 'fvAp')
    await saved('Tenants', 'fvTenant')

    const again = await imports.start({ version_key: 'latest', concurrency: 10, activate: false })
    expect((await imports.ended(again)).run).toMatchObject({ state: 'succeeded', activates: false })

    const status = await imports.status()
    expect(status.loaded_version).toBe('521')
    expect(status.history.map(({ controller_version }: any) => controller_version)).toEqual(['521', '521', 'latest'])
    expect(status.comparable).toMatchObject([
      { controller_version: 'latest', is_active: false },
      { controller_version: '521', is_active: true },
    ])
    const { body } = await admin.get(`${REGISTRY}compare/?from=latest&to=521`)
    expect(body).toMatchObject({
      from: { controller_version: 'latest' },
      to: { controller_version: '521', is_active: true },
      removed: ['fvAp'],
      added: [],
      counts: { removed: 1, added: 0, queries: 1 },
      queries: [{ id: touched, name: 'Applications', parts: [{ class_name: 'fvAp', what: 'class_removed' }] }],
    })
    expect((await admin.get(`${REGISTRY}compare/?from=521&to=latest`)).body).toMatchObject({
      removed: [],
      added: ['fvAp'],
    })
    // The installed version may be older than what is kept for comparisons.
    await imports.sql('update mim_versions set outline = null where is_active')
    expect((await admin.get(`${REGISTRY}compare/?from=latest&to=521`)).body.removed).toEqual(['fvAp'])
    const unknown = await admin.get(`${REGISTRY}compare/?from=411&to=999`)
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['from', 'to']])
    // What it read is deleted, but for what comparisons need.
    await soon(async () => (await imports.sql('select count(*)::int as count from mim_graphs'))[0].count).toBe(1)
  })

  it('notifies the user who started it, and is recorded in the audit log', async () => {
    const administrator = await imports.app.userOf('administrator')
    const { body } = await imports.install({ version_key: '521', concurrency: 10 }, administrator)
    await imports.ended(body.run_id)

    const { results } = (await administrator.get('/api/notifications/notifications/')).body
    expect(results).toMatchObject([
      {
        category: 'system',
        severity: 'info',
        title: 'MIM version "521" is installed',
        link: `/mim-registry/remote/runs/${body.run_id}/`,
      },
    ])
    const { body: log } = await imports.app.admin.get('/api/audit/logs/?page_size=5')
    expect(log.results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'mim_import_end', target_id: body.run_id, user_id: administrator.id }),
        expect.objectContaining({ action: 'mim_import_start', target_id: body.run_id, user_id: administrator.id }),
      ]),
    )
  })
})

describe('cancel and resume', () => {
  it('stop after the current chunk and continue from there without repeating requests or affecting readers', async () => {
    const before = (await imports.status()).active
    const run = await startSlow()

    const { status, body } = await imports.cancel(run)

    expect([status, body]).toEqual([200, { cancelled: true }])
    const { run: cancelled } = await imports.ended(run)
    expect(cancelled).toMatchObject({ state: 'cancelled', cancel_requested: true, error_summary: '' })
    expect(await sockets('in_progress', run)).toBe(0)
    expect(await sockets('pending', run)).toBeGreaterThan(0)
    expect((await imports.status()).active).toEqual(before)
    expect((await imports.cancel(run)).status).toBe(200)

    imports.registry.faults.clear()
    const done = await imports.sql(
      `select class_pkg || ':' || class_name as name from mim_import_jobs where run_id = $1 and state = 'done'`,
      [run],
    )
    const asked = new Map(done.map(({ name }) => [name as string, requestsOf(name as string)]))
    expect(await imports.resume(run)).toMatchObject({ status: 202, body: { run_id: run, task_id: run } })
    const { run: finished } = await imports.ended(run)

    expect(finished).toMatchObject({
      state: 'succeeded',
      cancel_requested: false,
      completed_count: 149,
      not_found_count: 1,
      total_classes: 150,
    })
    for (const [name, count] of asked) expect([name, requestsOf(name)]).toEqual([name, count])
    expect((await imports.status()).loaded_version).toBe('611')
  })

  it('are rejected for imports that have ended or do not exist', async () => {
    const run = await imports.start({ version_key: '521', concurrency: 10 })
    await imports.ended(run)

    expect(await imports.cancel(run)).toMatchObject({ status: 409, body: { code: 'already_finished' } })
    expect(await imports.resume(run)).toMatchObject({ status: 409, body: { code: 'already_finished' } })
    expect((await imports.cancel(randomUUID())).status).toBe(404)
    expect((await imports.resume('nonsense')).status).toBe(404)
  })

  it('reject resuming or starting an import while another one runs', async () => {
    const cancelled = await startSlow()
    await stopSlow(cancelled)
    const running = await startSlow()

    for (const answer of [await imports.install(), await imports.resume(cancelled), await imports.resume(running)]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.any(String), code: 'import_running', active_run_id: running },
      })
    }
    await stopSlow(running)
  })

  it('end an import immediately if no process works on it', async () => {
    const run = await startSlow()
    await stopSlow(run)
    await imports.sql(
      `update mim_import_runs set state = 'running', finished_at = null, cancel_requested = false where id = $1`,
      [run],
    )

    await imports.cancel(run)

    expect((await imports.detail(run)).run.state).toBe('cancelled')
  })
})

describe('access to the registry', () => {
  it('lets every user read, but only administrators act', async () => {
    const run = randomUUID()
    for (const role of ['viewer', 'editor', 'operator'] as const) {
      const user = await imports.app.userOf(role)
      for (const path of [
        'remote/install/',
        'controller/install/',
        `remote/runs/${run}/cancel/`,
        `remote/runs/${run}/resume/`,
      ]) {
        expect([path, (await user.post(`${REGISTRY}${path}`, {})).status]).toEqual([path, 403])
      }
      expect((await user.get(`${REGISTRY}status/`)).status).toBe(200)
      expect((await user.get(RUNS)).status).toBe(200)
      expect((await user.get(`${REGISTRY}compare/?from=latest&to=521`)).status).toBe(403)
      expect((await user.get(`${REGISTRY}remote/versions/`)).body[0]).toMatchObject({
        version_key: 'latest',
        fallback_chain: ['611', '521'],
      })
      expect((await user.get(`${RUNS}${run}/`)).status).toBe(404)
    }
    expect((await imports.app.anonymous.get(`${REGISTRY}status/`)).status).toBe(401)
  })

  it.each([
    [{ version_key: '999' }, ['version_key']],
    [{ version_key: '421' }, ['version_key']],
    [{}, ['version_key']],
    [{ version_key: 'latest', concurrency: 0 }, ['concurrency']],
    [{ version_key: '999', concurrency: 11 }, ['concurrency', 'version_key']],
    [{ version_key: 7, concurrency: 1.5 }, ['concurrency', 'version_key']],
  ])('lists every fault of the body %j', async (body, fields) => {
    const answer = await imports.install(body)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(fields)
  })
})
