import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERIES, startOtherController } from '../../../testing/start-runs.ts'
import { type Snapshots, SNAPSHOTS, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { addSmallFabric } from '../../../testing/small-fabric.ts'

const WEB = 'uni/tn-A/BD-web'

let app: Snapshots
let query: string
beforeAll(async () => {
  app = await startSnapshots()
  query = await app.save({
    nodes: [
      { id: 'bd', class_name: 'fvBD', primary: true, properties: ['name', 'mtu'], filters: [FILTER] },
      { id: 'vrf', class_name: 'fvCtx', alias: 'vrf', properties: ['name'] },
    ],
    edges: [{ id: 'e', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx' }],
  })
})
afterAll(() => app.stop())

const FILTER = { property: 'mtu', operator: 'eq', value: '{{mtu=9000}}' }
const whyThen = (snapshot: string, dn: string, client = app.editor, more = '') =>
  client.get(`${SNAPSHOTS}${snapshot}/why/?dn=${encodeURIComponent(dn)}${more}`)

describe('why an object is in a capture', () => {
  it('says what its row came from and since when, and how to ask about now', async () => {
    const { store } = app.controller
    store.update(WEB, { mtu: '1500' })
    const { id: without } = await app.captured(query)
    store.update(WEB, { mtu: '9000' })
    const { id: first } = await app.captured(query)
    const { id: last } = await app.captured(query, { variables: { mtu: '9000' } })
    store.update(WEB, { mtu: '1500' })
    const { id: gone } = await app.captured(query)

    const { status, body } = await whyThen(last, WEB)
    const then = await whyThen(gone, WEB)
    const asked = app.controller.requests.length
    const now = await app.editor.post(`${QUERIES}${query}/why/`, { dn: WEB, ...body.asked })

    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ dn: WEB, snapshot: last, captured_at: expect.any(String), saved_query: query, saved_query_version: 1 },
      present: true,
      row: expect.objectContaining({ name: 'web', mtu: '9000', 'vrf.name': 'prod' }),
      objects: [WEB, 'uni/tn-A/ctx-prod'],
      before: { snapshot: without, at: expect.any(String) },
      after: { snapshot: gone, at: expect.any(String) },
      asked: { controller_connection: app.connection, variables: { mtu: '9000' } },
    })
    expect(then.body).toMatchObject({ present: false, row: null, objects: [], before: { snapshot: last }, after: null })
    expect((await whyThen(first, WEB)).body.before.snapshot).toBe(without)
    expect(now.body.stages.at(-1)).toMatchObject({ verdict: 'dropped', values: { mtu: '1500' } })
    expect(app.controller.requests.length).toBeGreaterThan(asked)
    store.update(WEB, { mtu: '9000' })
  })

  it('tells the fabrics of a merged capture apart', async () => {
    const other = await startOtherController()
    addSmallFabric(other.store)
    other.store.delete(WEB)
    const second = await app.connect({ name: 'other', host: other.url })
    const merged = { controller_connections: [app.connection, second], merge: true }
    const { id } = await app.captured(query, merged)

    const lab = await whyThen(id, WEB, app.editor, '&controller=lab')
    const there = await whyThen(id, WEB, app.editor, '&controller=other')

    expect([lab.body.present, there.body.present]).toEqual([true, false])
    expect(lab.body.asked).toMatchObject(merged)
  })

  it('keeps values of variables from those who may not read the run', async () => {
    const { id } = await app.captured(query, { variables: { mtu: '9000' } })

    const { status, body } = await whyThen(id, WEB, await app.app.userOf('viewer'))

    expect([status, body.asked]).toEqual([200, { controller_connection: app.connection }])
  })

  it('is refused to those who may not view history, and for what is not there or no DN', async () => {
    const { id } = await app.captured(query)

    expect((await whyThen(id, WEB, await app.app.userOf(undefined))).status).toBe(403)
    expect((await whyThen(randomUUID(), WEB)).status).toBe(404)
    expect(await whyThen(id, 'uni//x')).toMatchObject({ status: 400, body: { dn: [expect.any(String)] } })
  })
})
