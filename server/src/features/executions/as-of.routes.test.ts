import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { QUERIES } from '../../testing/start-runs.ts'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const NODES = [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }]
const step = (type: string, config: object, parts: object = {}) => ({ id: `s-${type}`, type, config, ...parts })
const SORTED = step('sort', { by: [{ column: 'mtu', direction: 'desc' }, { column: 'dn' }] })
const NAMES = step('select', { columns: ['dn', 'name'] })
const WEB = 'uni/tn-A/BD-web'
const store = () => app.controller.store

/** A captured query, with the fabric changed afterwards. */
async function captured(post_processors: object[] = []) {
  const query = await app.save({ nodes: NODES, post_processors })
  const snapshot = await app.captured(query)
  store().update(WEB, { mtu: '1234' })
  return { query, snapshot, now: new Date().toISOString() }
}
const change = (query: string, body: object) => app.editor.patch(`${QUERIES}${query}/`, body)

describe('a run as of an instant', () => {
  it('returns the captured rows without querying the controller', async () => {
    store().update(WEB, { mtu: '9000' })
    const { query, snapshot, now } = await captured()

    const { status, body } = await app.execute(query, { as_of: now })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      row_count: 5,
      actual_query_path: '',
      columns: snapshot.columns,
      results_truncated: false,
    })
    expect(body.results).toEqual((await app.detail(snapshot.id)).rows)
    expect(body.results.find(({ dn }: any) => dn === WEB).mtu).toBe('9000')
    expect(body.generated_query).toContain(snapshot.id)
    expect(body.warnings).toEqual([
      `as_of: the rows are from snapshot ${snapshot.id}, captured ${snapshot.captured_at}`,
    ])
  })

  it('leaves a log with rows, stages and an audit entry, like any run', async () => {
    const { query, snapshot, now } = await captured()
    await change(query, { post_processors: [NAMES] })

    const { body } = await app.execute(query, { as_of: now })

    const log = await app.log(body.execution_id)
    expect(log).toMatchObject({
      status: 'success',
      row_count: 5,
      saved_query_version: '2',
      results: body.results,
      warnings: body.warnings,
    })
    const { stages } = (await app.editor.get(`/api/queries/pipeline-executions/${log.pipeline_execution}/`)).body
    expect(stages).toMatchObject([
      { index: 0, name: `snapshot ${snapshot.id}`, type: 'fetch', status: 'success', output_rows: 5, request: null },
      { index: 1, name: 'select', type: 'post_processor', status: 'success', input_rows: 5, output_rows: 5 },
    ])
    const entries = (await app.app.admin.get('/api/audit/logs/?action=query_run')).body.results
    expect(entries[0]).toMatchObject({ target_id: body.execution_id })
  })

  it('reads the newest snapshot of its connection at or before the instant', async () => {
    const other = await app.connect({ name: 'other' })
    const query = await app.save({ nodes: NODES })
    const shots = []
    for (const mtu of ['1', '2', '3']) {
      store().update(WEB, { mtu })
      shots.push(await app.captured(query))
    }
    await app.captured(query, { controller_connection: other })
    const mtuAt = async (as_of: string, body: object = {}) => {
      const answer = await app.execute(query, { as_of, ...body })
      return answer.body.results?.find(({ dn }: any) => dn === WEB).mtu ?? answer.body
    }

    expect(await mtuAt(shots[1].captured_at)).toBe('2')
    expect(await mtuAt(new Date(Date.parse(shots[2].captured_at) - 1).toISOString())).toBe('2')
    expect(await mtuAt('2999-01-01')).toBe('3')
    expect(await mtuAt(shots[1].captured_at, { controller_connection: app.connection.toUpperCase() })).toBe('2')
    expect(await mtuAt(shots[2].captured_at, { controller_connection: other })).toEqual({
      as_of: [expect.stringContaining('No snapshot was captured by')],
    })
  })

  it('reads snapshots of a deleted connection', async () => {
    const other = await app.connect({ name: 'short-lived' })
    const query = await app.save({ nodes: NODES })
    await app.captured(query, { controller_connection: other })
    await app.app.admin.delete(`/api/controller/connections/${other}/`)

    const { status, body } = await app.execute(query, { as_of: '2999-01-01', controller_connection: other })

    expect([status, body.row_count]).toEqual([200, 5])
  })
})

describe('what is expected of a run as of an instant', () => {
  const ofPast = async (query: string, expected: object, body: object = {}) => {
    await change(query, { expect: expected })
    return (await app.execute(query, { as_of: '2999-01-01', ...body })).body
  }

  it('is judged by the captured rows, whether steps apply to them or not', async () => {
    store().update(WEB, { mtu: '1500' })
    const { query } = await captured()

    expect((await ofPast(query, { rows: { min: 5, max: 5 } })).expectation).toMatchObject({ status: 'passed' })
    expect((await ofPast(query, { every: 'mtu != "1500"' })).expectation).toMatchObject({
      reason: expect.stringContaining(' of 5 rows'),
      failing_rows: expect.arrayContaining([expect.objectContaining({ dn: WEB, mtu: '1500' })]),
    })
    await change(query, { post_processors: [step('limit', { count: 2 })] })
    expect((await ofPast(query, { rows: { max: 1 } })).expectation).toMatchObject({
      reason: '2 rows, expected at most 1',
    })
    expect((await ofPast(query, { rows: { max: 1 } }, { skip_post_processors: true })).expectation).toBeNull()
  })

  it('names only columns that the captured rows have', async () => {
    const { query } = await captured()

    expect((await ofPast(query, { every: 'nonsense == 1' })).errors).toMatchObject([
      { code: 'unknown_column', path: 'expect.every' },
    ])
  })
})

describe('post-processors of a run as of an instant', () => {
  it('are not applied again when they were applied before the capture', async () => {
    const count = step('group', { by: ['mtu'], aggregates: [{ function: 'count', as: 'rows' }] })
    const { query, snapshot, now } = await captured([count])

    const { body } = await app.execute(query, { as_of: now })

    expect(body.results).toEqual((await app.detail(snapshot.id)).rows)
    expect(body.warnings).toHaveLength(1)
  })

  it('are the same regardless of ids and disabled steps', async () => {
    const { query, now } = await captured([SORTED])
    await change(query, {
      post_processors: [
        { ...SORTED, id: 'other' },
        { ...NAMES, enabled: false },
      ],
    })

    const { body } = await app.execute(query, { as_of: now })

    expect(body.columns).toContain('mtu')
    expect(body.warnings[1]).toBe('as_of: captured with version 1 of the query; the current version is 2')
  })

  it('are applied to the captured rows after the canvas has changed', async () => {
    const { query, now } = await captured()
    await change(query, { post_processors: [SORTED, step('limit', { count: 2 })] })

    const { body } = await app.execute(query, { as_of: now })

    expect(body.row_count).toBe(2)
    expect(body.generated_query.split('\n')).toEqual([
      expect.stringContaining('snapshot'),
      '2. post-processor sort',
      '3. post-processor limit',
    ])
  })

  it('are not applied when the run skips them', async () => {
    const { query, snapshot, now } = await captured()
    await change(query, { post_processors: [NAMES] })

    const { body } = await app.execute(query, { as_of: now, skip_post_processors: true })

    expect(body.results).toEqual((await app.detail(snapshot.id)).rows)
  })

  it('use variables, which do not change the captured rows', async () => {
    const { query, now } = await captured()
    await change(query, {
      post_processors: [
        step('limit', { count: 3 }),
        step('filter', { filters: [{ property: 'dn', operator: 'contains', value: '{{tenant}}' }] }),
      ],
    })

    const missing = await app.execute(query, { as_of: now })
    const given = await app.execute(query, { as_of: now, variables: { tenant: 'tn-A' } })

    expect([missing.status, missing.body.errors?.[0]?.code]).toEqual([400, 'missing_variable'])
    expect([given.status, given.body.row_count]).toEqual([200, 3])
    expect(given.body.warnings).toContainEqual(expect.stringContaining('apply only to the post-processors'))
  })

  it('are a 400 that names each one that does not fit the captured rows', async () => {
    const { query, now } = await captured([NAMES])
    await change(query, { post_processors: [SORTED, step('nothing', {})] })

    const { status, body } = await app.execute(query, { as_of: now })

    expect(status).toBe(400)
    expect(body.errors.map(({ code }: any) => code)).toEqual(['unknown_column', 'unknown_post_processor'])
  })

  it('look up in current data, with a warning', async () => {
    const tenants = await app.save({ nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }] })
    const { query, now } = await captured()
    await change(query, {
      post_processors: [step('lookup', { saved_query: tenants, on: { name: 'name' }, join: 'left', prefix: 't' })],
    })

    const { status, body, text } = await app.execute(query, { as_of: now })

    expect(status, text).toBe(200)
    expect(body.columns).toContain('t.descr')
    expect(body.warnings).toContain('as_of: lookups read current data')
    expect(body.actual_query_path).toContain('fvTenant')
  })
})

describe('a request for a run as of an instant', () => {
  it('is a 400 on as_of when nothing was captured by that instant', async () => {
    const { query } = await captured()

    const { status, body } = await app.execute(query, { as_of: '2001-02-03T04:05:06+02:00' })

    expect([status, body]).toEqual([400, { as_of: ['No snapshot was captured by 2001-02-03T02:05:06.000+00:00.'] }])
  })

  it.each(['yesterday', '', '2026-13-01', '12:00'])('is a 400 when as_of is %j', async (as_of) => {
    const { query } = await captured()

    const { status, body } = await app.execute(query, { as_of })

    expect([status, body.as_of]).toEqual([400, [expect.stringContaining('ISO 8601')]])
  })

  it('names every fault at once', async () => {
    const { query } = await captured()

    const both = await app.execute(query, { as_of: 'x', controller_connection: randomUUID() })
    const shape = await app.execute(query, { as_of: 7, variables: 8 })

    expect([both.status, Object.keys(both.body).toSorted()]).toEqual([400, ['as_of', 'controller_connection']])
    expect([shape.status, Object.keys(shape.body).toSorted()]).toEqual([400, ['as_of', 'variables']])
  })

  it('runs in the present when as_of is null', async () => {
    const { query } = await captured()

    const { body } = await app.execute(query, { as_of: null })

    expect(body.actual_query_path).toContain('fvBD')
  })

  it('is refused in the background, without the permission to view snapshots, and for missing queries', async () => {
    const { query, now } = await captured()
    const runner = await app.app.userOf(undefined)
    await app.app.admin.post(`/api/auth/management/${runner.id}/add_permissions/`, {
      permissions: ['queries.execute_savedquery'],
    })

    const background = await app.editor.post(`${QUERIES}${query}/execute_background/`, { as_of: now })

    expect([background.status, Object.keys(background.body)]).toEqual([400, ['as_of']])
    expect((await app.execute(query, { as_of: now }, runner)).status).toBe(403)
    expect((await app.execute(query, {}, runner)).status).toBe(200)
    expect((await app.execute(query, { as_of: now }, app.app.anonymous)).status).toBe(401)
    expect((await app.execute(randomUUID(), { as_of: now })).status).toBe(404)
  })

  it('ends as a failure when the snapshot has more rows than a run may return', async () => {
    const few = await startSnapshots({ env: { MAX_RESULT_ROWS: '10' } })
    const query = await few.save({ nodes: NODES })
    const { id } = await few.captured(query)
    await few.sql('update snapshots set row_count = 11 where id = $1', [id])

    const { body } = await few.execute(query, { as_of: '2999-01-01' })

    await few.stop()
    expect(body).toMatchObject({ status: 'failure', reason: 'too_big', results: [] })
  })

  it('refuses to capture the run again', async () => {
    const { query, now } = await captured()
    const { body } = await app.execute(query, { as_of: now })

    const { status, body: faults } = await app.capture({ execution: body.execution_id })

    expect([status, Object.keys(faults)]).toEqual([400, ['execution']])
  })
})
