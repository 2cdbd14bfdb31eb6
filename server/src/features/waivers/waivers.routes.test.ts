import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

const WAIVERS = '/api/queries/waivers/'
const DAY = 86_400_000

let runs: Runs
let operator: Client
let colleague: Client
let viewer: Client
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  operator = await runs.app.userOf('operator')
  colleague = await runs.app.userOf('editor')
  viewer = await runs.app.userOf('viewer')
})
afterAll(() => runs.stop())

const soon = (days = 7) => new Date(Date.now() + days * DAY).toISOString()
const save = (others: object = {}) =>
  runs.save({
    nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    expect: { rows: { max: 0 } },
    reason: 'Tenant {{name}} is still there',
    ...others,
  } as never)
const waive = (saved_query: string, others: object = {}, client: Client = runs.editor) =>
  client.post(WAIVERS, { saved_query, resource: 'uni/tn-A', until: soon(), reason: 'Moves in May', ...others })
const run = async (query: string) => (await runs.execute(query)).body
const findings = async (execution: string, client: Client = runs.editor) => client.get(`${LOGS}${execution}/findings/`)

describe('findings of a run', () => {
  it('name their resource with a reason, and keep their ids from run to run', async () => {
    const query = await save({ severity: 'high' })
    const [first, second] = [await run(query), await run(query)]

    const found = (await findings(first.execution_id)).body

    expect(found).toMatchObject({ count: 2, truncated: false, next: null })
    expect(found.results[0]).toEqual({
      id: expect.stringMatching(/^[\da-f]{32}$/),
      ...{ resource: 'uni/tn-A', reason: 'Tenant A is still there', severity: 'high', rows: 1, waiver: null },
      row: expect.objectContaining({ name: 'A' }),
    })
    const ids = found.results.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(2)
    expect((await findings(second.execution_id)).body.results.map(({ id }: { id: string }) => id)).toEqual(ids)
    const other = await run(await save())
    expect((await findings(other.execution_id)).body.results[0].id).not.toBe(ids[0])
  })

  it('come in pages', async () => {
    const { execution_id: id } = await run(await save())

    const { body } = await runs.editor.get(`${LOGS}${id}/findings/?page=2&page_size=1`)

    expect([body.count, body.results.length, body.results[0].resource]).toEqual([2, 1, 'uni/tn-B'])
  })

  it('are rows of the run, for those who may read these', async () => {
    const { execution_id: id } = await run(await save())

    expect((await findings(id, viewer)).status).toBe(403)
    expect((await findings(id, operator)).status).toBe(200)
    expect((await findings('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})

describe('a waiver', () => {
  it('keeps what it is for from counting, until it is ended', async () => {
    const query = await save()
    const { status, body: waiver } = await waive(query)

    const waived = await run(query)

    expect(status).toBe(201)
    expect(waiver).toMatchObject({ saved_query: query, resource: 'uni/tn-A', expired: false, reason: 'Moves in May' })
    expect(waived.expectation).toMatchObject({ status: 'failed', findings: 1 })
    const listed = (await findings(waived.execution_id)).body.results
    expect(listed.map(({ waiver: id }: { waiver: string | null }) => id)).toEqual([waiver.id, null])
    await waive(query, { resource: 'uni/tn-?', controller_connection: runs.connection })
    expect((await run(query)).expectation).toMatchObject({ status: 'waived', findings: 0, failing_rows: [] })
    expect((await runs.editor.delete(`${WAIVERS}${waiver.id}/`)).status).toBe(204)
    expect((await runs.editor.get(`${WAIVERS}${waiver.id}/`)).status).toBe(404)
    const { body } = await runs.editor.get(`${WAIVERS}?saved_query=${query}&expired=false`)
    expect(body.results).toMatchObject([{ resource: 'uni/tn-?', controller_connection: runs.connection }])
  })

  it('of another connection is for nothing here', async () => {
    const query = await save()
    await waive(query, { resource: '*', controller_connection: await runs.connect({ name: 'other' }) })

    expect((await run(query)).expectation).toMatchObject({ status: 'failed', findings: 2 })
  })

  it('takes the right to change the query, or the permission', async () => {
    const query = await save()
    const { body: waiver } = await waive(query)

    for (const client of [colleague, viewer]) {
      expect((await waive(query, {}, client)).status).toBe(403)
      expect((await client.delete(`${WAIVERS}${waiver.id}/`)).status).toBe(403)
    }
    expect((await waive(query, {}, operator)).status).toBe(201)
    expect((await operator.delete(`${WAIVERS}${waiver.id}/`)).status).toBe(204)
    expect((await (await runs.app.userOf(undefined)).get(WAIVERS)).status).toBe(403)
  })

  it('says everything that is wrong with it', async () => {
    const none = '00000000-0000-4000-8000-000000000000'

    const past = await waive(none, { until: soon(-1), controller_connection: none })

    expect([past.status, Object.keys(past.body).sort()]).toEqual([
      400,
      ['controller_connection', 'saved_query', 'until'],
    ])
    const query = await save()
    expect((await waive(query, { until: soon(800) })).body.until).toEqual([expect.stringContaining('2 years ahead')])
    expect((await waive(query, { until: 'May' })).status).toBe(400)
    expect((await waive(query, { reason: ' ' })).status).toBe(400)
  })
})
