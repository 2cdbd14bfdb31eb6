import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { soon } from '../../testing/executions/background.ts'
import { packFiles } from '../../testing/packs/pack-files.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { LOGS, QUERIES } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

const CHECKS = '/api/queries/checks/'
const WEB = 'uni/tn-A/BD-web'
const MTU = { every: 'mtu == "9000"' }

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const save = (name: string, expected: object | null, more: object = {}) =>
  app.save({ ...BRIDGE_DOMAINS, name, expect: expected, ...more } as never)
const instant = (ms: number) => timestamp(new Date(ms))
const after = ({ captured_at: at }: { captured_at: string }) => instant(Date.parse(at) + 1)
const before = ({ captured_at: at }: { captured_at: string }) => instant(Date.parse(at) - MINUTE)
const post = (body: object, client: Client = app.editor) => client.post(CHECKS, body)
async function finished(body: object) {
  const { status, body: started, text } = await post(body)
  expect(status, text).toBe(202)
  const read = async () => (await app.editor.get(`${CHECKS}${started.id}/`)).body
  await soon(async () => (await read()).status).toBe('finished')
  return read()
}
const report = async (id: string, format: string) => (await app.editor.get(`${CHECKS}${id}/?format=${format}`)).text

describe('a check at an instant', () => {
  it('judges the newest capture that is not after it, and reads nothing from the controller', async () => {
    app.controller.store.update(WEB, { mtu: '9000' })
    const query = await save(
      'mtu',
      { every: 'mtu == {{mtu}}' },
      {
        severity: 'high',
        when: 'fabric.leafs > 1000 && has_class("l3extOut")',
        parameters: [{ name: 'mtu', type: 'text', default: '9000' }],
      },
    )
    const careless = await save('careless', null)
    const good = await app.captured(query)
    const none = await app.captured(careless)
    app.controller.store.update(WEB, { mtu: '1500' })
    const bad = await app.captured(query)
    const never = await save('never captured', MTU)
    const requests = app.controller.requests.length

    const now = await finished({ saved_queries: [query, careless, never], at: after(bad) })
    const then = await finished({ saved_queries: [query], at: good.captured_at })
    const given = await finished({ saved_queries: [query], at: after(good), parameters: { mtu: '1' } })

    const outside = { pack: null, check: null, group: null, execution: null }
    expect(now).toEqual({
      ...{ id: now.id, status: 'finished', total: 3, at: after(bad) },
      ...{ passed: 1, failed: 1, look: 0, not_applicable: 0, waived: 0, errored: 1 },
      results: [
        {
          ...{ saved_query: query, ...outside, name: 'mtu', title: 'mtu', snapshot: bad.id, severity: 'high' },
          ...{ status: 'failed', reason: expect.stringContaining('mtu == {{mtu}}'), code: null },
          findings: expect.any(Number),
        },
        {
          ...{ saved_query: careless, ...outside, name: 'careless', title: 'careless', snapshot: none.id },
          ...{ severity: 'medium', status: 'passed', reason: null, code: null, findings: 0 },
        },
        {
          ...{ saved_query: never, ...outside, name: 'never captured', title: 'never captured', snapshot: null },
          ...{ severity: 'medium', status: 'error', code: 'no_capture', findings: 0 },
          reason: `No snapshot was captured on this connection by ${after(bad)}.`,
        },
      ],
    })
    expect(then.results[0]).toMatchObject({ snapshot: good.id })
    expect(now.results[0].findings).toBe(then.results[0].findings + 1)
    expect(given.results[0]).toMatchObject({ snapshot: good.id, status: 'failed', findings: good.row_count })
    expect(app.controller.requests).toHaveLength(requests)
    expect((await app.editor.get(`${LOGS}?saved_query=${never}`)).body.count).toBe(0)
  })

  it('says what it found in its reports, under the ids that a run has', async () => {
    app.controller.store.update(WEB, { mtu: '1' })
    const query = await save('found', { every: 'mtu != "1"' })
    const run = (await app.execute(query)).body
    const capture = await app.captured(query, { saved_query: undefined, execution: run.execution_id })
    const { body } = await app.editor.get(`${LOGS}${run.execution_id}/findings/`)

    const { id } = await finished({ saved_queries: [query], at: after(capture) })

    const sarif = JSON.parse(await report(id, 'sarif'))
    expect(body.results).toMatchObject([{ resource: WEB }])
    expect(sarif.runs[0].results).toMatchObject([
      { partialFingerprints: { 'heddleFinding/v1': body.results[0].id }, level: 'warning', kind: 'fail' },
    ])
    expect(await report(id, 'junit')).toContain('<failure message="1 of ')
    expect(await report(id, 'html')).toContain(WEB)
  })

  it('counts waivers of now, and what a person has to judge', async () => {
    app.controller.store.update(WEB, { mtu: '1' })
    const waived = await save('waived', { every: 'mtu != "1"' })
    const look = await save('look', { every: 'mtu != "1"' }, { look: true })
    await app.captured(waived)
    const capture = await app.captured(look)
    const until = instant(Date.now() + HOUR)
    await app.editor.post('/api/queries/waivers/', { saved_query: waived, resource: WEB, until, reason: 'It moves' })

    expect(await finished({ saved_queries: [waived, look], at: after(capture) })).toMatchObject({
      ...{ waived: 1, look: 1, failed: 0 },
      results: [
        { status: 'waived', findings: 0 },
        { status: 'look', findings: 1 },
      ],
    })
  })

  it('judges captures of the connection that is named', async () => {
    const elsewhere = await app.connect({ name: 'elsewhere' })
    const query = await save('named', { rows: { min: 1 } })
    const capture = await app.captured(query)
    const other = { saved_queries: [query], at: after(capture), controller_connection: elsewhere }

    expect(await finished(other)).toMatchObject({ errored: 1, results: [{ code: 'no_capture', snapshot: null }] })
    expect(await finished({ saved_queries: [query], at: before(capture) })).toMatchObject({
      results: [{ code: 'no_capture' }],
    })
    expect(await finished({ saved_queries: [query], at: after(capture) })).toMatchObject({ passed: 1 })
  })

  it('judges the checks of a pack on the connection given', async () => {
    expect((await app.app.admin.post('/api/packs/', { files: packFiles('past') })).status).toBe(201)
    const controller_connection = app.connection
    const { results } = await finished({ pack: 'past', controller_connection, at: instant(Date.now()) })
    const [{ saved_query }] = results
    const capture = await app.captured(saved_query, { controller_connection })

    const judged = await finished({ pack: 'past', controller_connection, at: after(capture) })

    expect(results.map(({ code }: any) => code)).toEqual(results.map(() => 'no_capture'))
    expect(judged.results[0]).toMatchObject({ saved_query, snapshot: capture.id, code: null })
  })

  it('says why captured rows cannot be judged', async () => {
    const query = await save('cut', null, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] })
    const capture = await app.captured(query)
    await app.editor.patch(`${QUERIES}${query}/`, { nodes: BRIDGE_DOMAINS.nodes, expect: MTU })

    expect((await finished({ saved_queries: [query], at: after(capture) })).results).toMatchObject([
      { status: 'error', snapshot: capture.id, code: null, reason: 'expect: the rows have no column mtu' },
    ])
  })
})

describe('a check at an instant is refused', () => {
  it('with every fault at once', async () => {
    const { status, body } = await post({ saved_queries: [randomUUID()], at: 'yesterday' })

    expect([status, Object.keys(body)]).toEqual([400, ['saved_queries', 'at']])
  })

  it('to those who may not view snapshots', async () => {
    const permissions = ['queries.execute_savedquery']
    const { body } = await app.editor.post('/api/auth/tokens/', { name: 'runner', permissions })
    const runner = app.app.as(body.token)
    const order = { saved_queries: [await save('q', MTU)] }

    const refused = await post({ ...order, at: instant(Date.now()) }, runner)

    expect([refused.status, refused.body.permission]).toEqual([403, 'history.view_snapshot'])
    expect((await post(order, runner)).status).toBe(202)
  })
})
