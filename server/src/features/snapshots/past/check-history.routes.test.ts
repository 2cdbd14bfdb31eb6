import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { HOUR, SECOND } from '../../../kernel/durations.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { historyOf } from '../../../testing/snapshots/history-app.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { addSmallFabric } from '../../../testing/small-fabric.ts'
import { QUERIES } from '../../../testing/start-runs.ts'
import type { Client } from '../../../testing/start-test-app.ts'

const CHECKS = '/api/history/checks/'
const WAIVERS = '/api/queries/waivers/'
const WEB = 'uni/tn-A/BD-web'
const BARE = 'uni/tn-B/BD-bare'
const MTU = { every: 'mtu == "9000"' }

const clock = createManualClock('2026-03-02T08:00:00Z')
let app: Snapshots
let other: ControllerSimulator
let elsewhere: string
let history: ReturnType<typeof historyOf>
beforeAll(async () => {
  app = await startSnapshots({ clock })
  history = historyOf(app)
  other = await startController()
  addSmallFabric(other.store)
  elsewhere = await app.connect({ name: 'elsewhere', host: other.url })
})
afterAll(async () => {
  await app.stop()
  await other.close()
})
beforeEach(() => {
  for (const { store } of [app.controller, other])
    for (const { dn } of objects(store)) store.update(dn, { mtu: '9000' })
})

const objects = (store: ControllerSimulator['store']) => store.ofClass('fvBD')
const save = (expected: unknown, more: object = {}) =>
  app.save({ ...BRIDGE_DOMAINS, expect: expected, ...more } as never)
const past = (query: string, more: object = {}, client?: Client) =>
  history.ask(CHECKS, { saved_query: query, ...more }, client)
const mtu = (value: string, dn = WEB, { store } = app.controller) => store.update(dn, { mtu: value })
/** Captures now, and lets a second pass. */
async function captured(query: string, body: object = {}) {
  const { id, captured_at: at } = await app.captured(query, body)
  await clock.leap(SECOND)
  return { snapshot: id as string, at: at as string }
}
const statusesOf = ({ body }: { body: any }) => body.results.map(({ status, findings }: any) => `${status} ${findings}`)

describe('the past of a check', () => {
  it('judges each capture by what is expected now, oldest first, and says since when it fails', async () => {
    const query = await save(null)
    const good = await captured(query)
    mtu('1500')
    const failing = await captured(query)
    mtu('1500', BARE)
    const newest = await captured(query)
    await app.editor.patch(`${QUERIES}${query}/`, { expect: MTU })

    const { status, body } = await past(query)

    expect([status, body]).toEqual([
      200,
      {
        results: [
          { ...good, status: 'passed', findings: 0 },
          { ...failing, status: 'failed', findings: 1 },
          { ...newest, status: 'failed', findings: 2 },
        ],
        failed_since: failing,
      },
    ])
  })

  it('has no failure when the newest capture is as expected', async () => {
    const query = await save(MTU)
    mtu('1500')
    await captured(query)
    mtu('9000')
    await captured(query)

    const { body } = await past(query)

    expect([body.results.map(({ status }: any) => status), body.failed_since]).toEqual([['failed', 'passed'], null])
  })

  it.each([
    [{ rows: { max: 5 } }, 'passed 0'],
    [{ rows: { max: 0 } }, 'failed 5'],
    [{ rows: { min: 6 } }, 'failed 1'],
    [{ rows: { max: 4 }, ...MTU }, 'failed 5'],
    [{ rows: { max: 5 }, ...MTU }, 'failed 1'],
    [{ every: 'number(name) > 1' }, 'failed 5'],
  ])('%j: %s, as a run does', async (expected, judged) => {
    const query = await save(expected)
    mtu('1500')
    const run = await app.execute(query)
    await captured(query, { execution: run.body.execution_id, saved_query: undefined })

    const { expectation } = run.body
    expect(`${expectation.status} ${expectation.findings}`).toBe(judged)
    expect(statusesOf(await past(query))).toEqual([judged])
  })

  it('counts what waivers of now are for as waived, and what a person has to judge as that', async () => {
    const waived = await save(MTU)
    const look = await save(MTU, { look: true })
    mtu('1500')
    for (const query of [waived, look]) await captured(query)
    const until = new Date(clock.now().getTime() + HOUR).toISOString()
    const waiver = { saved_query: waived, resource: WEB, until, reason: 'It moves' }
    expect((await app.editor.post(WAIVERS, waiver)).status).toBe(201)

    const ofWaived = await past(waived)
    expect([statusesOf(ofWaived), ofWaived.body.failed_since]).toEqual([['waived 0'], null])
    expect(statusesOf(await past(look))).toEqual(['look 1'])
  })

  it('does not ask when, reads nothing, and takes the defaults of parameters', async () => {
    const parameters = [{ name: 'mtu', type: 'text', default: '1500' }]
    const query = await save({ every: 'mtu == {{mtu}}' }, { when: 'fabric.leafs > 1000', parameters })
    mtu('1500')
    await captured(query)
    const before = app.controller.requests.length

    expect(statusesOf(await past(query))).toEqual(['failed 4'])
    expect(app.controller.requests).toHaveLength(before)
  })

  it('judges captures that have no column for it as errors, which end a stretch of failures', async () => {
    const query = await save(null, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] })
    await captured(query)
    await app.editor.patch(`${QUERIES}${query}/`, { nodes: BRIDGE_DOMAINS.nodes, expect: MTU })
    mtu('1500')
    const failing = await captured(query)

    const answer = await past(query)

    expect([statusesOf(answer), answer.body.failed_since]).toEqual([['error 0', 'failed 1'], failing])
  })

  it('has the captures of a range', async () => {
    const query = await save(MTU)
    await captured(query)
    const second = await captured(query)
    await captured(query)

    const { body } = await past(query, { from_date: second.at, to_date: second.at })

    expect(body.results).toEqual([{ ...second, status: 'passed', findings: 0 }])
    expect((await past(query, { to_date: '2020-01-01T00:00:00Z' })).body).toEqual({ results: [], failed_since: null })
  })

  it('is of one connection, that of the newest capture unless another is named', async () => {
    const query = await save(MTU)
    mtu('1500')
    const here = await captured(query)
    const there = await captured(query, { controller_connection: elsewhere })

    expect((await past(query)).body).toMatchObject({ results: [{ ...there, status: 'passed' }], failed_since: null })
    const named = await past(query, { controller_connection: app.connection })
    expect(named.body).toMatchObject({ results: [{ ...here, status: 'failed' }], failed_since: here })
    expect((await past(query, { controller_connection: randomUUID() })).body.results).toEqual([])
  })

  it('has the captures of merged runs, where a waiver for one controller is for its rows only', async () => {
    const query = await save(MTU)
    mtu('1500')
    mtu('1500', WEB, other)
    const merged = { controller_connections: [app.connection, elsewhere], merge: true }
    await captured(query)
    const both = await captured(query, merged)
    const until = new Date(clock.now().getTime() + HOUR).toISOString()
    const waiver = { saved_query: query, resource: '*', controller_connection: elsewhere, until, reason: 'Lab' }

    const before = await past(query)
    expect((await app.editor.post(WAIVERS, waiver)).status).toBe(201)

    expect(before.body).toEqual({ results: [{ ...both, status: 'failed', findings: 2 }], failed_since: both })
    expect(statusesOf(await past(query))).toEqual(['failed 1'])
  })

  it('judges the other captures when rows of one are lost', async () => {
    const query = await save(MTU)
    const { snapshot } = await captured(query)
    mtu('1500')
    const lost = await captured(query)
    await app.sql(
      `delete from lineage_chunks where lineage_id = (select lineage_id from snapshots where id = $1)
         and id <> all (select manifest_id from snapshots)
         and id > (select manifest_id from snapshots where id = $2)`,
      [lost.snapshot, snapshot],
    )

    expect(statusesOf(await past(query))).toEqual(['passed 0', 'error 0'])
  })
})

describe('the past of a check is refused', () => {
  it('to those who may not view snapshots', async () => {
    const query = await save(MTU)

    expect((await past(query, {}, await app.app.userOf(undefined))).status).toBe(403)
    expect((await past(query, {}, await app.app.userOf('viewer'))).status).toBe(200)
  })

  it('for a query that does not exist', async () => {
    expect((await past(randomUUID())).status).toBe(404)
  })

  it('with every fault at once', async () => {
    const { status, body } = await history.ask(CHECKS, { controller_connection: 'x', from_date: 'y', to_date: 'z' })

    expect([status, Object.keys(body).toSorted()]).toEqual([
      400,
      ['controller_connection', 'from_date', 'saved_query', 'to_date'],
    ])
  })

  it.each([
    ['nothing is expected', null, 'This saved query expects nothing, so there is nothing to judge its captures by.'],
    ['a parameter has no default', { every: 'mtu == {{target}}' }, 'target'],
  ])('where %s', async (_, expected, message) => {
    const query = await save(null)
    await captured(query)
    await app.editor.patch(`${QUERIES}${query}/`, { expect: expected })

    const { status, body } = await past(query)

    expect([status, Object.keys(body)]).toEqual([400, ['saved_query']])
    expect(body.saved_query[0]).toContain(message)
  })
})
