import { randomUUID } from 'node:crypto'
import type { Heddle } from '@heddle/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { soon } from '../../testing/executions/background.ts'
import { packFiles } from '../../testing/packs/pack-files.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'
import { checksFeature } from './index.ts'

const CHECKS = '/api/queries/checks/'

let runs: Runs
let heddle: Heddle
let nobody: Client
let colleague: Client & { access: string; refresh: string; id: number }
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  heddle = await runs.app.heddle(runs.editor)
  nobody = await runs.app.userOf(undefined)
  colleague = await runs.app.userOf('editor')
})
afterAll(() => runs.stop())
afterEach(() => runs.controller.faults.clear())

type Expected = object | null
const save = (name: string, expected: Expected, others: object = {}): Promise<string> =>
  runs.save({
    nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    name,
    expect: expected,
    ...others,
  } as never)
const folder = async (name: string, parent: number | null = null): Promise<number> =>
  (await heddle.queries.categories.create({ name, parent })).id
const post = (body: object, client: Client = runs.editor) => client.post(CHECKS, body)
const start = async (body: Parameters<Heddle['queries']['checks']['create']>[0], client = heddle): Promise<string> =>
  (await client.queries.checks.create(body)).id
const read = async (id: string, client = heddle) => (await client.queries.checks.get(id)).json()
const finished = async (id: string, client = heddle) => {
  await soon(async () => (await read(id, client)).status).toBe('finished')
  return read(id, client)
}

const PASSES = { rows: { min: 1 } }
const FAILS = { every: 'name != "A"' }

describe('a check of a pack', () => {
  const groups = 'groups: [{ title: Named, checks: [node-named] }, { title: Active, checks: [node-active] }]'
  const install = (name: string) => {
    const files = packFiles(name)
    const manifest = files['heddle-pack.yaml'].replace(/groups:.*/, groups)
    return runs.app.admin.post('/api/packs/', { files: { ...files, 'heddle-pack.yaml': manifest } })
  }

  it('runs what is switched on, by groups, on the connection given, with the parameters given', async () => {
    expect((await install('checked')).status).toBe(201)
    const controller_connection = runs.connection

    const all = await finished(
      await start({ pack: 'checked', controller_connection, parameters: { state: 'inactive' } }),
    )
    const active = await finished(await start({ pack: 'checked', groups: ['Active'], controller_connection }))
    await runs.app.admin.patch('/api/packs/checked/checks/node-named/', { enabled: false })
    const rest = await finished(await start({ pack: 'checked', controller_connection }))

    expect(all.results.map(({ check, group, title }) => [check, group, title])).toEqual([
      ['node-named', 'Named', 'Check node-named'],
      ['node-active', 'Active', 'Check node-active'],
    ])
    expect(all.results.map(({ pack, reason }) => [pack, reason])).toEqual([
      ['checked', null],
      ['checked', null],
    ])
    const junit = await (await heddle.queries.checks.get(all.id, { format: 'junit' })).text()
    expect(junit).toContain('<testcase name="checked/node-named" ')
    expect([active, rest].map(({ results }) => results.map(({ check }) => check))).toEqual([
      ['node-active'],
      ['node-active'],
    ])
  })

  it('finds under the same ids after the pack was removed and installed again', async () => {
    const anyTenant = `id: node-active
title: No tenants
nodes: [{ id: tenant, class_name: fvTenant, properties: [name] }]
expect: { rows: { max: 0 } }
`
    const files = packFiles('again', '1.0.0', { 'checks/node-active.yaml': anyTenant })
    const findings = async () => {
      expect((await runs.app.admin.post('/api/packs/', { files })).status).toBe(201)
      const check = await start({ pack: 'again', controller_connection: runs.connection })
      const { results } = await finished(check)
      const { body } = await runs.editor.get(`${LOGS}${results[0]!.execution}/findings/`)
      await runs.app.admin.delete('/api/packs/again/')
      return body.results.map(({ id }: { id: string }) => id)
    }

    const first = await findings()

    expect(first).not.toEqual([])
    expect(await findings()).toEqual(first)
  })

  it('says everything that is wrong at once', async () => {
    await install('wrong')
    const refused = async (body: object) => (await post(body)).body

    expect(await refused({ pack: 'wrong', groups: ['Nope'] })).toEqual({
      groups: ['The pack has no group "Nope".'],
    })
    expect(await refused({ pack: 'wrong' })).toEqual({
      controller_connection: ['This field is required: checks of packs have no connection of their own.'],
    })
    expect(await refused({ pack: 'absent', controller_connection: randomUUID() })).toEqual({
      pack: ['The pack absent is not installed.'],
      controller_connection: ['This connection does not exist.'],
    })
    expect(await refused({ groups: ['Active'] })).toMatchObject({
      groups: ['These are groups of a pack: name the pack as well.'],
    })
  })
})

describe('a check', () => {
  it('runs the queries and says which find what they expect', async () => {
    const passing = await save('passing', PASSES)
    const failing = await save('failing', FAILS)
    const careless = await save('careless', null)
    const doubtful = await save('doubtful', FAILS, { look: true, severity: 'high' })
    const broken = await save('broken', PASSES, {
      nodes: [{ id: 't', class_name: 'fvTenant', scope_dn: '{{missing}}' }],
    })

    const answer = await post({
      saved_queries: [failing, passing, careless, doubtful, broken, passing.toUpperCase()],
    })

    expect([answer.status, answer.body]).toEqual([202, { id: expect.any(String), status: 'running', total: 5 }])
    const check = await finished(answer.body.id)
    const outside = { pack: null, check: null, group: null, snapshot: null, code: null, findings: 0 }
    const passed = { ...outside, execution: expect.any(String), severity: 'medium', status: 'passed', reason: null }
    expect(check).toEqual({
      ...answer.body,
      at: null,
      ...{ status: 'finished', passed: 2, failed: 1, look: 1, not_applicable: 0, waived: 0, errored: 1 },
      results: [
        {
          ...{ saved_query: failing, ...outside, findings: 1 },
          ...{ name: 'failing', title: 'failing' },
          execution: expect.any(String),
          severity: 'medium',
          status: 'failed',
          reason: '1 of 2 rows is not `name != "A"`',
        },
        { saved_query: passing, name: 'passing', title: 'passing', ...passed },
        { saved_query: careless, name: 'careless', title: 'careless', ...passed },
        {
          ...{ saved_query: doubtful, ...outside, findings: 1 },
          ...{ name: 'doubtful', title: 'doubtful' },
          execution: expect.any(String),
          severity: 'high',
          status: 'look',
          reason: '1 of 2 rows is not `name != "A"`',
        },
        {
          ...{ saved_query: broken, ...outside },
          ...{ name: 'broken', title: 'broken' },
          execution: expect.any(String),
          severity: 'medium',
          status: 'error',
          reason: expect.stringContaining('missing'),
        },
      ],
    })
    expect(await runs.log(check.results[0]!.execution!)).toMatchObject({
      trigger: 'background',
      expectation: { status: 'failed' },
    })
  })

  it('of a folder takes all below it, by folder and name, after those that are listed', async () => {
    const top = await folder('Fabric')
    const below = await folder('Health/1', top)
    const b = await save('b', PASSES, { category: top })
    const a = await save('a', PASSES, { category: top })
    const c = await save('c', PASSES, { category: below })
    const listed = await save('listed', PASSES)

    const { results } = await finished(await start({ saved_queries: [listed, b], category: top }))

    expect(results.map(({ saved_query }) => saved_query)).toEqual([listed, b, a, c])
    const { results: half } = await finished(await start({ category: below }))
    expect(half.map(({ saved_query }) => saved_query)).toEqual([c])
  })

  it('runs on the connection that is named', async () => {
    const other = await runs.connect({ name: 'other' })

    const { results } = await finished(
      await start({ saved_queries: [await save('q', PASSES)], controller_connection: other }),
    )

    expect(await runs.log(results[0]!.execution!)).toMatchObject({ controller_connection: other })
  })

  it('counts a controller that fails as an error', async () => {
    const gone = await runs.connect({ name: 'gone', host: 'https://127.0.0.1:1' })

    const check = await finished(await start({ saved_queries: [await save('q', PASSES)], controller_connection: gone }))

    expect(check).toMatchObject({ errored: 1, results: [{ status: 'error', reason: expect.stringContaining('gone') }] })
  })

  it('is seen by who started it and by administrators', async () => {
    const id = await start({ saved_queries: [await save('q', PASSES)] })

    await finished(id)

    expect((await runs.app.admin.get(`${CHECKS}${id}/`)).status).toBe(200)
    expect((await colleague.get(`${CHECKS}${id}/`)).status).toBe(404)
    expect((await nobody.get(`${CHECKS}${id}/`)).status).toBe(403)
    expect((await runs.editor.get(`${CHECKS}${randomUUID()}/`)).status).toBe(404)
  })
})

describe('what is refused', () => {
  it('lists every fault at once, and runs nothing', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const known = await save('q', PASSES)

    const answer = await post({
      saved_queries: [one, known, two],
      category: 999_999,
      controller_connection: randomUUID(),
    })

    expect([answer.status, answer.body]).toEqual([
      400,
      {
        saved_queries: [`Saved query ${one} does not exist.`, `Saved query ${two} does not exist.`],
        category: ['Category 999999 does not exist.'],
        controller_connection: ['This connection does not exist.'],
      },
    ])
    expect((await runs.editor.get(`${LOGS}?saved_query=${known}`)).body.count).toBe(0)
  })

  it.each([
    ['no keys', async () => ({})],
    ['an empty list', async () => ({ saved_queries: [] })],
    ['an empty folder', async () => ({ category: await folder('empty') })],
  ])('%s: there is nothing to check', async (_, body) => {
    expect((await post(await body())).body).toEqual({
      non_field_errors: [expect.stringContaining('no query to check')],
    })
  })

  it('a folder with too many queries', async () => {
    const big = await folder('big')
    const one = await save('one of many', PASSES, { category: big })
    await sql(
      `insert into saved_queries select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid()))).*
      from saved_queries q, generate_series(1, 500) where q.id = $1`,
      [one],
    )

    expect((await post({ category: big })).body).toEqual({
      non_field_errors: [expect.stringContaining('more than 500')],
    })
  })

  it('users who may not run queries', async () => {
    expect((await post({ saved_queries: [await save('q', PASSES)] }, nobody)).status).toBe(403)
  })
})

describe('a check in progress', () => {
  // Background runs wait for a controller that is busy.
  const hold = () => runs.controller.faults.add({ kind: 'html', status: 503 })

  it('leaves the queue to other runs of its user, and has no report yet', async () => {
    await heddle.queries.taskSettings.update({ max_concurrent_background: 1 })
    hold()
    const query = await save('q', PASSES)
    const others = await Promise.all(Array.from({ length: 4 }, (_, index) => save(`q${index}`, PASSES)))
    const id = await start({ saved_queries: [query, ...others] })

    const own = (await heddle.queries.savedQueries.executeBackground(query)).execution_id
    const report = await runs.editor.get(`${CHECKS}${id}/?format=junit`)
    const open = (await read(id)).results.filter(({ execution }) => execution !== null)
    runs.controller.faults.clear()
    const { results } = await finished(id)

    expect([report.status, open.length]).toEqual([409, 1])
    const started = async (execution: string) => Date.parse((await runs.log(execution)).started_at)
    expect(await started(own)).toBeLessThanOrEqual(await started(results[1]!.execution!))
    await heddle.queries.taskSettings.update({ max_concurrent_background: 3 })
  })

  it('outlives the deletion of its queries, and cancelled runs', async () => {
    await heddle.queries.taskSettings.update({ max_concurrent_background: 1 })
    hold()
    const [cancelled, deleted, last] = [
      await save('cancelled', PASSES),
      await save('deleted', PASSES),
      await save('last', PASSES),
    ]
    const id = await start({ saved_queries: [cancelled, deleted, last] })
    const { pipeline_execution } = await runs.log((await read(id)).results[0]!.execution!)

    await heddle.queries.savedQueries.remove(deleted)
    await heddle.queries.pipelineExecutions.cancel(pipeline_execution)
    runs.controller.faults.clear()

    expect(await finished(id)).toMatchObject({
      ...{ passed: 1, failed: 0, errored: 2 },
      results: [
        { status: 'error', reason: 'The run was cancelled.' },
        { name: 'deleted', execution: null, status: 'error', reason: 'The saved query was deleted.' },
        { status: 'passed' },
      ],
    })
    await heddle.queries.taskSettings.update({ max_concurrent_background: 3 })
  })

  it('ends with errors when its user is deleted', async () => {
    const leaver = await runs.app.userOf('editor')
    const queries = await Promise.all(Array.from({ length: 5 }, (_, index) => save(`q${index}`, PASSES)))
    hold()
    const id = await start({ saved_queries: queries }, await runs.app.heddle(leaver))

    await runs.app.admin.delete(`/api/auth/management/${leaver.id}/`)
    runs.controller.faults.clear()

    const check = await finished(id, await runs.app.heddle(runs.app.admin))
    expect(check.passed + check.errored).toBe(5)
    expect(check.results.at(-1)).toMatchObject({
      status: 'error',
      reason: 'The account that requested this check was deleted.',
    })
  })

  it('is one of at most five of a user', async () => {
    hold()
    const query = await save('q', PASSES)
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await post({ saved_queries: [query] }, colleague))
    runs.controller.faults.clear()

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 409])
    expect(answers.at(-1)!.body.code).toBe('too_many_checks')
    const theirs = await runs.app.heddle(colleague)
    for (const { body } of answers.slice(0, 5)) await finished(body.id, theirs)
  })
})

describe('a report', () => {
  it('is JUnit XML, SARIF, a page or Markdown', async () => {
    const suite = await folder('Suite')
    const query = await save('<tenants>', FAILS, { category: suite })
    const id = await start({ saved_queries: [query] })
    await finished(id)

    const report = await heddle.queries.checks.get(id, { format: 'junit' })
    const text = await report.text()

    expect(report.contentType).toBe('application/xml; charset=utf-8')
    expect(text).toContain('<testsuite name="Suite" tests="1" failures="1" errors="0"')
    const sarif = await (await heddle.queries.checks.get(id, { format: 'sarif' })).json()
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Heddle' } } }] })
    const html = await (await heddle.queries.checks.get(id, { format: 'html' })).text()
    expect(html).toMatch(/^<!doctype html>/)
    const markdown = await heddle.queries.checks.get(id, { format: 'markdown' })
    expect(markdown.contentType).toBe('text/markdown; charset=utf-8')
    expect(await markdown.text()).toContain('| medium | &lt;tenants\\> | Suite | 1 of 2 rows is not')
    expect(text).toContain('<failure message="1 of 2 rows is not `name != &quot;A&quot;`">')
  })
})

describe('finished checks', () => {
  it('are deleted when the logs of their user are', async () => {
    const id = await start({ saved_queries: [await save('q', PASSES)] })
    const recent = await start({ saved_queries: [await save('q', PASSES)] })
    await Promise.all([finished(id), finished(recent)])
    await sql(`update checks set created_at = now() - interval '31 days' where id = $1`, [id])

    await runs.app.app.features.of(checksFeature).deleteExpired()

    expect((await runs.editor.get(`${CHECKS}${id}/`)).status).toBe(404)
    expect((await runs.editor.get(`${CHECKS}${recent}/`)).status).toBe(200)
  })
})

const sql = async (text: string, values: unknown[] = []) => runs.app.app.platform.database.pool.query(text, values)
