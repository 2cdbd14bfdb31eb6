import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { EXPORT, historyOf, TIMELINE } from '../../testing/snapshots/history-app.ts'
import { BRIDGE_DOMAINS, type Snapshots, SNAPSHOTS, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
const DN = 'uni/tn-B/BD-bare'

let app: Snapshots
let other: ControllerSimulator
let query: string
const ids = { west: '', east: '', dead: '' }
const both = (more: object = {}) => ({ controller_connections: [ids.west, ids.east], merge: true, ...more })
/** Both fabrics have the same five bridge domains. */
const change = (controller: ControllerSimulator, mtu: string) => controller.store.update(DN, { mtu })

beforeAll(async () => {
  app = await startSnapshots()
  other = await startController()
  addSmallFabric(other.store)
  ids.west = await app.connect({ name: 'west' })
  ids.east = await app.connect({ name: 'east', host: other.url })
  ids.dead = await app.connect({ name: 'dead', host: 'http://127.0.0.1:1' })
})
afterAll(async () => {
  await app.stop()
  await other.close()
})
beforeEach(async () => {
  query = await app.save(BRIDGE_DOMAINS)
  for (const controller of [app.controller, other]) change(controller, '1500')
})

describe('a snapshot of a merged run', () => {
  it('shows its connections, and belongs to a lineage of its own', async () => {
    const alone = await app.captured(query, { controller_connection: ids.west })
    const merged = await app.captured(query, both())
    const again = await app.captured(query, { controller_connections: [ids.east, ids.west], merge: true })

    expect(merged).toMatchObject({
      controller_connection: null,
      controller_connections: [ids.west, ids.east],
      row_count: 10,
      changes: null,
    })
    expect(alone).toMatchObject({ controller_connection: ids.west, controller_connections: null, row_count: 5 })
    expect(again.changes).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 10 })
    const found = async (connection: string) =>
      (await app.editor.get(`${SNAPSHOTS}?saved_query=${query}&controller_connection=${connection}`)).body.count
    expect([await found(ids.west), await found(ids.east), await found(ids.dead)]).toEqual([3, 2, 0])
  })

  it('counts an object that changed on one controller as changed, by DN and controller', async () => {
    const history = historyOf(app)
    const before = await app.captured(query, both())
    change(other, '9000')
    const after = await app.captured(query, both())

    const { body } = await history.compare({ snapshot_a: before.id, snapshot_b: after.id })

    expect(after.changes).toEqual({ added: 0, removed: 0, changed: 1, unchanged: 9 })
    expect(body).toMatchObject({
      key_strategy: 'dn',
      key_fields: ['dn', '@controller'],
      summary: after.changes,
      changed: [{ key: { dn: DN, '@controller': 'east' }, fields: { mtu: { before: '1500', after: '9000' } } }],
    })
    const file = await history.ask(EXPORT, { a: before.id, b: after.id, format: 'csv' })
    expect(file.text).toContain(`changed,${DN},east,mtu,1500,9000`)
  })

  it('is compared with a run on the same connections', async () => {
    const before = await app.captured(query, both())
    change(app.controller, '9000')

    const { body } = await historyOf(app).compare({ snapshot_a: before.id, snapshot_b: 'live' })

    expect(body).toMatchObject({
      summary: { added: 0, removed: 0, changed: 1, unchanged: 9 },
      changed: [{ key: { '@controller': 'west' } }],
    })
    expect(await app.log(body.execution)).toMatchObject({ controller_connections: [ids.west, ids.east] })
  })

  it('is what a run in the past on these connections returns, and no other', async () => {
    await app.captured(query, both())
    change(other, '9000')
    const as_of = new Date().toISOString()

    const past = await app.execute(query, both({ as_of }))
    const alone = await app.execute(query, { controller_connection: ids.west, as_of })

    expect(past.body).toMatchObject({
      status: 'success',
      row_count: 10,
      columns: expect.arrayContaining(['@controller']),
    })
    expect(
      past.body.results.filter((row: Record<string, unknown>) => row['mtu'] === '9000' && row['dn'] === DN),
    ).toEqual([])
    expect([alone.status, Object.keys(alone.body)]).toEqual([400, ['as_of']])
  })

  it('has a timeline for the object of each controller', async () => {
    await app.captured(query, both())
    change(other, '9000')
    await app.captured(query, both())
    const points = async (controller: string) =>
      (await historyOf(app).ask(TIMELINE, { saved_query_id: query, dn: DN, controller })).body.points.map(
        ({ attributes }: { attributes: Record<string, unknown> }) => attributes['mtu'],
      )

    expect([await points('east'), await points('west')]).toEqual([
      ['1500', '9000'],
      ['1500', '1500'],
    ])
  })
})

describe('a merged task', () => {
  const until = (poll: () => Promise<unknown>) => expect.poll(poll, { timeout: 20_000, interval: 50 })
  const ask = (body: object) =>
    app.editor.post(TASKS, {
      name: 'nightly',
      saved_query: query,
      schedule_type: 'interval',
      interval_minutes: 600,
      ...body,
    })
  const newTask = async (body: object): Promise<string> => {
    const answer = await ask(body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id
  }
  /** The records of a firing, once it has ended. */
  async function fire(task: string) {
    const { body } = await app.editor.post(`${TASKS}${task}/run_now/`)
    await until(async () => (await app.editor.get(`${TASKS}${task}/`)).body.running).toBe(false)
    return Promise.all(body.execution_ids.map(async (id: string) => (await app.editor.get(`${EXECUTIONS}${id}/`)).body))
  }

  it('starts one run for all its connections, whose captures are compared with each other', async () => {
    const task = await newTask(both({ capture_snapshot: true }))

    const [first, ...others] = await fire(task)
    change(other, '9000')
    const [second] = await fire(task)

    expect(others).toEqual([])
    const connections = { controller_connection: null, controller_connections: [ids.west, ids.east] }
    expect(first).toMatchObject({ ...connections, status: 'success', row_count: 10, changes: null })
    expect(second).toMatchObject({ ...connections, changes: { added: 0, removed: 0, changed: 1 } })
    expect(await app.log(second.execution)).toMatchObject({ ...connections, trigger: 'schedule' })
  })

  it('succeeds without a connection that fails if it may be partial, and is not captured then', async () => {
    const connections = { controller_connections: [ids.dead, ids.west], merge: true, capture_snapshot: true }
    const [strict, partial] = [await newTask(connections), await newTask({ ...connections, allow_partial: true })]

    expect(await fire(strict)).toMatchObject([
      { status: 'failure', error_message: expect.stringMatching(/^Connection "dead": /) },
    ])
    expect(await fire(partial)).toMatchObject([
      { status: 'success', row_count: 5, snapshot: null, error_message: expect.stringContaining('partial') },
    ])
  })

  it('fails and names a connection that was deleted', async () => {
    const gone = await app.connect({ name: 'gone' })
    const task = await newTask({ controller_connections: [ids.west, gone], merge: true })
    await app.app.admin.delete(`/api/controller/connections/${gone}/`)

    expect(await fire(task)).toMatchObject([
      { status: 'failure', error_message: `The controller connection ${gone} was deleted.` },
    ])
  })

  it('is refused when it could not run', async () => {
    const tooMany = Array.from(
      { length: 21 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    )

    const partial = await ask({ controller_connections: [ids.west], allow_partial: true })
    const wide = await ask({ controller_connections: tooMany, merge: true })

    expect([partial.status, Object.keys(partial.body)]).toEqual([400, ['allow_partial']])
    expect(wide.body['controller_connections'].join(' ')).toContain('21 connections: expected at most 20')
  })
})
