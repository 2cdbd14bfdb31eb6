import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundOf } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

let runs: Runs
let background: ReturnType<typeof backgroundOf>
let viewer: Client
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  background = backgroundOf(runs)
  viewer = await runs.app.userOf('viewer')
})
afterAll(() => runs.stop())

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const NOT_A = { every: 'name != "A"' }
const save = (expected: unknown, others: object = {}) => runs.save({ ...TENANTS, ...others, expect: expected } as never)
const execute = async (id: string, body: object = {}) => (await runs.execute(id, body)).body

describe('a run of a query that expects something', () => {
  it.each([
    [{ rows: { min: 2, max: 2 } }, { status: 'passed', reason: null, findings: 0, failing_rows: [] }],
    [{ rows: { min: 3 } }, { status: 'failed', reason: '2 rows, expected at least 3', findings: 1, failing_rows: [] }],
    [
      NOT_A,
      {
        status: 'failed',
        reason: '1 of 2 rows is not `name != "A"`',
        findings: 1,
        failing_rows: [expect.objectContaining({ name: 'A' })],
      },
    ],
    [null, null],
  ])('%j: %j', async (expected, expectation) => {
    const id = await save(expected)

    const answer = await execute(id)

    expect(answer).toMatchObject({ status: 'success', expectation })
    expect(await runs.log(answer.execution_id)).toMatchObject({ expectation })
    expect((await runs.editor.get(`${LOGS}?saved_query=${id}`)).body.results).toMatchObject([{ expectation }])
  })

  it('leaves to a person what a check does not decide, until it is changed', async () => {
    const id = await save(NOT_A, { look: true })

    const answer = await execute(id)

    expect(answer.expectation).toMatchObject({ status: 'look', reason: '1 of 2 rows is not `name != "A"`' })
    expect((await runs.editor.get(`${LOGS}?saved_query=${id}&expectation=look`)).body.count).toBe(1)
    expect((await runs.editor.get(`${QUERIES}?expectation=look`)).body.results).toMatchObject([{ id }])
    await runs.editor.patch(`${QUERIES}${id}/`, { look: false })
    expect((await execute(id)).expectation).toMatchObject({ status: 'failed' })
  })

  it('looks at the rows after the steps', async () => {
    const post_processors = [
      { id: 's', type: 'filter', config: { filters: [{ property: 'name', operator: 'eq', value: 'B' }] } },
    ]

    expect((await execute(await save(NOT_A, { post_processors }))).expectation).toMatchObject({ status: 'passed' })
  })

  it('has none when the steps are skipped, or the run fails', async () => {
    const id = await save({ rows: { max: 0 } })
    runs.controller.faults.add({ kind: 'error', status: 400, code: 107, text: 'no', next: 1 } as never)
    const failed = await execute(id)
    runs.controller.faults.clear()

    expect((await execute(id, { skip_post_processors: true })).expectation).toBeNull()
    expect([failed.status, failed.expectation]).toEqual(['failure', null])
  })

  it('takes variables, which the reason does not show', async () => {
    const id = await save({ every: 'name != {{name}}' })

    expect((await execute(id, { variables: { name: 'B' } })).expectation).toMatchObject({
      reason: '1 of 2 rows is not `name != {{name}}`',
      failing_rows: [{ name: 'B' }],
    })
    expect((await execute(id)).errors).toMatchObject([{ code: 'missing_variable', path: 'expect.every' }])
  })

  it('is judged in the background too, and the channel says how', async () => {
    const execution = await background.start(await save(NOT_A))
    const ending = await background.ended(execution).then(() => background.listen(execution))
    await ending.closed

    expect(await runs.log(execution)).toMatchObject({ expectation: { status: 'failed' } })
    expect(ending.frames.at(-1)).toMatchObject({
      type: 'execution_complete',
      data: { expectation: { status: 'failed', reason: '1 of 2 rows is not `name != "A"`' } },
    })
  })

  it('shows its failing rows only to those who may read rows', async () => {
    const { execution_id } = await execute(await save(NOT_A))

    const reason = '1 of 2 rows is not `name != "A"`'
    expect((await viewer.get(`${LOGS}${execution_id}/`)).body.expectation).toEqual({
      status: 'failed',
      reason,
      findings: 1,
      failing_rows: [],
    })
  })

  it('cannot run with a column that its rows lack, and validate says so', async () => {
    const id = await save({ every: 'nam != "A"' })

    const { valid, errors } = (await runs.editor.post(`${QUERIES}${id}/validate/`, {})).body

    expect([valid, errors]).toMatchObject([
      false,
      [{ code: 'unknown_column', path: 'expect.every', suggestions: ['name'] }],
    ])
    expect((await runs.execute(id)).status).toBe(400)
  })

  it('is not judged by what a query that it looks up expects', async () => {
    const other = await save({ rows: { max: 0 } })
    const lookup = {
      id: 'l',
      type: 'lookup',
      config: { saved_query: other, on: { name: 'name' }, columns: ['dn'], prefix: 'o' },
    }

    const answer = await execute(await save({ rows: { min: 2 } }, { post_processors: [lookup] }))

    expect([answer.status, answer.expectation?.status]).toEqual(['success', 'passed'])
  })
})

describe('a saved query', () => {
  it('refuses what it cannot expect, all faults at once', async () => {
    const { status, body } = await runs.editor.post(QUERIES, {
      name: 'q',
      controller_connection: runs.connection,
      ...TENANTS,
      edges: [],
      expect: { rows: { min: 2, max: 1 }, every: 'name ==', colour: 1 },
    })

    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['expect.colour', 'expect.every', 'expect.rows']])
  })

  it('keeps its version when only what it expects changes', async () => {
    const id = await save(null)
    const before = (await runs.editor.get(`${QUERIES}${id}/`)).body

    const after = (await runs.editor.patch(`${QUERIES}${id}/`, { expect: NOT_A, parameters: [] })).body

    expect(after).toMatchObject({
      expect: NOT_A,
      current_version: before.current_version,
      current_version_hash: before.current_version_hash,
    })
    expect((await runs.editor.patch(`${QUERIES}${id}/`, { expect: null })).body.expect).toBeNull()
  })
})

describe('lists filtered by expectation', () => {
  const NAMED = 'narrow list'
  let ids: Record<string, string>
  beforeAll(async () => {
    const of = async (expected: unknown) => {
      const id = await save(expected, { name: NAMED })
      await execute(id)
      return id
    }
    ids = { passed: await of({ rows: { min: 1 } }), failed: await of({ rows: { max: 0 } }), none: await of(null) }
    ids.unrun = await save({ rows: { max: 0 } }, { name: NAMED })
  })
  const queries = async (expectation: string) =>
    (
      await runs.editor.get(`${QUERIES}?search=${encodeURIComponent(NAMED)}&expectation=${expectation}`)
    ).body.results.map(({ id }: { id: string }) => id)

  it.each(['passed', 'failed', 'none'])('logs: %s', async (expectation) => {
    const { results } = (await runs.editor.get(`${LOGS}?saved_query=${ids[expectation]}&expectation=${expectation}`))
      .body
    const all = (await runs.editor.get(`${LOGS}?expectation=${expectation}&page_size=200`)).body.results

    expect(results).toHaveLength(1)
    expect(new Set(all.map((row: any) => row.expectation?.status ?? 'none'))).toEqual(new Set([expectation]))
  })

  it('saved queries, by their newest run', async () => {
    expect(await queries('passed')).toEqual([ids.passed])
    expect(await queries('failed')).toEqual([ids.failed])
    expect((await queries('none')).toSorted()).toEqual([ids.none, ids.unrun].toSorted())

    await runs.editor.patch(`${QUERIES}${ids.failed}/`, { expect: { rows: { min: 1 } } })
    await execute(ids.failed!)

    expect(await queries('failed')).toEqual([])
  })

  it('refuse other words', async () => {
    expect((await runs.editor.get(`${LOGS}?expectation=maybe`)).status).toBe(400)
  })
})
