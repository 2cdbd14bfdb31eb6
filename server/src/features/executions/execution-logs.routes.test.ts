import { readXlsx } from 'hucre'
import { randomUUID } from 'node:crypto'
import { get as httpGet } from 'node:http'
import type { Heddle } from '@heddle/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/start-test-app.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Drawing, LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
let viewer: Client
let heddle: Heddle
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  viewer = await runs.app.userOf('viewer')
  heddle = await runs.app.heddle(runs.editor)
})
afterAll(() => runs.stop())

const BDS = { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] }
const execute = async (drawing: Drawing = BDS, client: Client = runs.editor) => {
  const query = await runs.save(drawing)
  const { body } = await runs.execute(query, {}, client)
  return { query, id: body.execution_id as string, body }
}
const list = async (query: string, client: Client = runs.editor) => (await client.get(`${LOGS}${query}`)).body
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)
async function rowsOf(id: string): Promise<readonly Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const row of heddle.rows(id)) rows.push(row)
  return rows
}
const results = (id: string, format: string, client: Client = runs.editor) =>
  client.get(`${LOGS}${id}/results/?format=${format}`)

describe('the log of a run', () => {
  it('has no rows in the list, but has them in the detail', async () => {
    const { query, id } = await execute()

    const item = {
      id,
      saved_query: query,
      saved_query_name: 'query',
      saved_query_version: '1',
      draft: false,
      controller_connection_name: 'lab',
      controller_connection_names: null,
      user: expect.stringMatching(/^editor-/),
      controller_connection: runs.connection,
      trigger: 'manual',
      status: 'success',
      reason: null,
      row_count: 5,
      duration_ms: expect.any(Number),
      waited_ms: expect.any(Number),
      executed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      started_at: expect.any(String),
      pipeline_execution: expect.any(String),
      controller_connections: null,
      error_message: null,
      expectation: null,
      results_truncated: false,
    }
    expect((await list(`?saved_query=${query}`)).results).toEqual([item])
    expect(await runs.log(id)).toEqual({
      ...item,
      warnings: [],
      variables: {},
      columns: ['dn', 'className', 'name'],
      generated_query: expect.stringContaining('fvBD'),
      actual_query_path: '/api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
      canvas: null,
      rows_before_steps: null,
      results: expect.arrayContaining([{ dn: 'uni/tn-A/BD-app', className: 'fvBD', name: 'app' }]),
    })
  })

  it('keeps the variables and the version and name of the query at the time of the run', async () => {
    const query = await runs.save({
      nodes: [{ id: 'bd', class_name: 'fvBD', filters: [{ property: 'name', operator: 'eq', value: '{{name}}' }] }],
    })
    const { body } = await runs.execute(query, { variables: { name: 'web', unused: [1, null] } })
    await runs.editor.patch(`${QUERIES}${query}/`, { nodes: BDS.nodes })

    expect(await runs.log(body.execution_id)).toMatchObject({
      variables: { name: 'web', unused: [1, null] },
      saved_query_version: '1',
      row_count: 2,
    })
  })

  it('survives the deletion of its query', async () => {
    const { query, id } = await execute()
    await runs.editor.delete(`${QUERIES}${query}/`)

    expect(await runs.log(id)).toMatchObject({ saved_query: query, saved_query_name: null, row_count: 5 })
  })

  it('is a 404 for unknown ids', async () => {
    for (const id of [randomUUID(), 'x']) {
      expect((await runs.editor.get(`${LOGS}${id}/`)).status).toBe(404)
      expect((await results(id, 'csv')).status).toBe(404)
    }
  })

  it('has a pipeline execution with a stage for each fetch, join and step', async () => {
    const { id } = await execute({
      nodes: [
        { id: 't', class_name: 'fvTenant' },
        { id: 'bd', class_name: 'fvBD' },
      ],
      edges: [{ id: 'e1', source: 't', target: 'bd' }],
      post_processors: [{ id: 'few', type: 'limit', config: { count: 2 } }],
    })

    const { rows } = await runs.app.app.platform.database.pool.query<{
      status: string
      stages: Record<string, unknown>[]
    }>('select status, stages from pipeline_executions where execution_id = $1', [id])

    expect(rows).toMatchObject([{ status: 'success' }])
    expect(rows[0]!.stages).toMatchObject([
      {
        index: 0,
        type: 'fetch',
        status: 'success',
        output_rows: expect.any(Number),
        request: expect.stringContaining('/api/'),
      },
      { index: 1, type: 'fetch', status: 'success' },
      { index: 2, type: 'join', step_id: 'e1', status: 'success', input_rows: 7, output_rows: 5 },
      { index: 3, type: 'post_processor', step_id: 'few', status: 'success', input_rows: 5, output_rows: 2 },
    ])
  })
})

describe('the list of runs', () => {
  const failing: Drawing = { nodes: [{ id: 'x', class_name: 'fvNothing' }] }

  it('is newest first and can be ordered', async () => {
    const query = await runs.save(BDS)
    const ids = []
    for (let run = 0; run < 3; run++) ids.push((await runs.execute(query)).body.execution_id)

    expect(idsOf(await list(`?saved_query=${query}`))).toEqual([...ids].reverse())
    expect(idsOf(await list(`?saved_query=${query}&ordering=executed_at`))).toEqual(ids)
    expect(idsOf(await list(`?saved_query=${query}&ordering=-executed_at`))).toEqual([...ids].reverse())
  })

  it('has pages that do not overlap', async () => {
    const query = await runs.save(BDS)
    for (let run = 0; run < 3; run++) await runs.execute(query)

    const first = await list(`?saved_query=${query}&page_size=2&ordering=executed_at`)
    const second = (await runs.editor.get(first.next)).body

    expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null])
    expect([second.count, second.results.length, second.next]).toEqual([3, 1, null])
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(3)
    expect((await runs.editor.get(`${LOGS}?saved_query=${query}&page=3&page_size=2`)).status).toBe(404)
  })

  it('is filtered by query, connection and status', async () => {
    const good = await execute()
    const bad = await execute(failing)
    expect(bad.body.status).toBe('failure')

    expect((await list(`?saved_query=${bad.query}&status=failure`)).results).toMatchObject([
      { id: bad.id, reason: 'unknown_class' },
    ])
    expect((await list(`?saved_query=${bad.query}&status=success`)).count).toBe(0)
    expect((await list(`?saved_query=${good.query}&controller_connection=${runs.connection}`)).count).toBe(1)
    expect((await list(`?saved_query=${good.query}&controller_connection=${randomUUID()}`)).count).toBe(0)
    expect((await list(`?saved_query=${good.query.toUpperCase()}`)).count).toBe(1)
    expect(idsOf(await list('?status=failure'))).not.toContain(good.id)
  })

  it('has only the newest run of each query on request', async () => {
    const [one, other, never] = [await runs.save(BDS), await runs.save(failing), await runs.save(BDS)]
    const run = async (query: string) => (await runs.execute(query)).body.execution_id as string
    await run(one)
    const failed = await run(other)
    const newest = await run(one)
    const query = `?newest_of=${one},${other.toUpperCase()},${never}`

    expect(idsOf(await list(query))).toEqual([newest, failed])
    expect((await list(query)).count).toBe(2)
    expect(idsOf(await list(`${query}&draft=false&status=failure`))).toEqual([failed])
    expect(idsOf(await list(`${query}&draft=true`))).toEqual([])
    expect(idsOf(await list(`?newest_of=${never}`))).toEqual([])
    expect(idsOf(await list('?newest_of='))).toEqual([])
  })

  it('says which of the queries whose newest run is asked for cannot be', async () => {
    const many = Array.from({ length: 201 }, () => randomUUID()).join(',')

    expect((await runs.editor.get(`${LOGS}?newest_of=x,${randomUUID()}`)).body).toEqual({
      newest_of: ['x: expected the id of a saved query.'],
    })
    expect((await runs.editor.get(`${LOGS}?newest_of=${many}`)).body).toEqual({
      newest_of: ['201 ids: expected at most 200.'],
    })
  })

  it('is filtered by time, with and without an offset, inclusive at both ends', async () => {
    const { query, id } = await execute()
    const at: string = (await runs.log(id)).executed_at
    const count = async (filter: string) => (await list(`?saved_query=${query}&${filter}`)).count as number
    const moved = (ms: number) => new Date(Date.parse(at) + ms)

    expect(await count(`executed_after=${encodeURIComponent(at)}&executed_before=${encodeURIComponent(at)}`)).toBe(1)
    expect(await count(`executed_after=${moved(1).toISOString()}`)).toBe(0)
    expect(await count(`executed_before=${moved(-1).toISOString()}`)).toBe(0)
    expect(await count(`executed_after=${moved(-1000).toISOString().replace('Z', '')}`)).toBe(1)
    expect(await count(`executed_after=2020-01-01`)).toBe(1)
  })

  it.each([
    'status=done',
    'saved_query=x',
    'controller_connection=x',
    'executed_after=yesterday',
    'executed_before=2026-13-01',
    'executed_before=17',
    'ordering=rows',
    // Would sort the whole log.
    'ordering=row_count',
    'page=0',
    'page_size=x',
  ])('rejects %s with a 400 on that field', async (parameter) => {
    const answer = await runs.editor.get(`${LOGS}?${parameter}`)

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [parameter.split('=')[0]!]: [expect.any(String)] })
  })

  it('ignores unknown parameters', async () => {
    expect((await runs.editor.get(`${LOGS}?colour=blue`)).status).toBe(200)
  })
})

describe('a results export', () => {
  const TRICKY = { name: '=1+1', descr: 'quote " comma, line\nend', nameAlias: 'ü 🧵' }
  const drawing: Drawing = {
    nodes: [{ id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-X', properties: ['name', 'descr', 'nameAlias', 'mtu'] }],
    post_processors: [
      { id: 'c', type: 'compute', config: { column: 'count', expression: '1 + 2' } },
      { id: 's', type: 'select', config: { columns: ['name', 'descr', 'nameAlias', 'mtu', 'count'] } },
    ],
  }
  let id: string
  beforeAll(async () => {
    runs.controller.store.add('fvTenant', 'uni/tn-X')
    runs.controller.store.add('fvBD', 'uni/tn-X/BD-1', { ...TRICKY, mtu: '-5' })
    runs.controller.store.add('fvBD', 'uni/tn-X/BD-2', {
      name: 'plain',
      descr: 'bell \u0007',
      nameAlias: '@x',
      mtu: '',
    })
    const made = await execute(drawing)
    expect(made.body).toMatchObject({ status: 'success', row_count: 2 })
    id = made.id
    runs.controller.store.delete('uni/tn-X')
  })

  it('as CSV is quoted, starts with the columns and contains no formulas', async () => {
    const answer = await results(id, 'csv')

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+-\d{4}-\d\d-\d\d-\d{4}\.csv"$/,
    )
    expect(answer.text).toBe(
      [
        'name,descr,nameAlias,mtu,count',
        `'=1+1,"quote "" comma, line\nend",ü 🧵,-5,3`,
        `plain,bell \u0007,'@x,,3`,
        '',
      ].join('\r\n'),
    )
  })

  it('is CSV when no format is given', async () => {
    expect((await runs.editor.get(`${LOGS}${id}/results/`)).text).toBe((await results(id, 'csv')).text)
  })

  it('as NDJSON has one unchanged row per line', async () => {
    const answer = await results(id, 'ndjson')

    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    expect(
      answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { ...TRICKY, mtu: '-5', count: 3 },
      { name: 'plain', descr: 'bell \u0007', nameAlias: '@x', mtu: '', count: 3 },
    ])
  })

  it('as XLSX opens with typed cells and without formulas', async () => {
    const book = await readBook(id)

    expect(book).toEqual([
      ['name', 'descr', 'nameAlias', 'mtu', 'count'],
      ['=1+1', 'quote " comma, line\nend', 'ü 🧵', '-5', 3],
      ['plain', expect.stringMatching(/^bell /), '@x', '', 3],
    ])
  })

  it('with many rows is complete in every format', async () => {
    runs.controller.store.add('fvTenant', 'uni/tn-Y')
    for (let number = 0; number < 1_234; number++)
      runs.controller.store.add('fvBD', `uni/tn-Y/BD-${number}`, { name: String(number) })
    const many = await execute({
      nodes: [{ id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-Y', properties: ['name'] }],
    })
    runs.controller.store.delete('uni/tn-Y')

    expect((await results(many.id, 'csv')).text.trimEnd().split('\r\n')).toHaveLength(1_235)
    expect(await rowsOf(many.id)).toEqual((await heddle.queries.executionLogs.get(many.id)).results)
    expect(await readBook(many.id)).toHaveLength(1_235)
  })

  it('is empty for a failed run and has only the columns for a run without rows', async () => {
    const failed = await execute({ nodes: [{ id: 'x', class_name: 'fvNothing' }] })
    const none = await execute({
      nodes: [{ ...BDS.nodes[0], filters: [{ property: 'name', operator: 'eq', value: 'none' }] }],
    })

    for (const format of ['csv', 'ndjson']) expect((await results(failed.id, format)).text.trim()).toBe('')
    expect((await results(none.id, 'csv')).text).toBe('dn,className,name\r\n')
    expect(await readBook(none.id)).toEqual([['dn', 'className', 'name']])
  })

  it('is refused in any other format', async () => {
    const answer = await results(id, 'pdf')

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['format']])
  })

  it.each(['csv', 'ndjson', 'xlsx'])('as %s does no harm when the client disconnects', async (format) => {
    const big = await bigRun()

    await breakOff(`${runs.app.url}${LOGS}${big}/results/?format=${format}`)

    expect((await results(id, 'csv')).status).toBe(200)
    expect(runs.app.log()).not.toMatch(/uncaught|unhandled/i)
  })

  async function readBook(run: string): Promise<unknown[][]> {
    const reply = await fetch(`${runs.app.url}${LOGS}${run}/results/?format=xlsx`, { headers: bearer() })
    expect(reply.headers.get('content-type')).toContain('spreadsheetml')
    const { sheets } = await readXlsx(await reply.arrayBuffer())
    return sheets[0]!.rows.map((row) => row.map((cell) => cell ?? ''))
  }
})

const bearer = () => ({ authorization: `Bearer ${(runs.editor as Client & { access: string }).access}` })

let big: Promise<string> | undefined
/** A run with several megabytes of rows, more than sockets buffer. */
function bigRun(): Promise<string> {
  big ??= (async () => {
    runs.controller.store.add('fvTenant', 'uni/tn-Z')
    const descr = Array.from({ length: 120 }, () => randomUUID()).join('')
    for (let number = 0; number < 3_000; number++)
      runs.controller.store.add('fvBD', `uni/tn-Z/BD-${number}`, { descr: `${number}${descr}` })
    const made = await execute({
      nodes: [{ id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-Z', properties: ['descr'] }],
    })
    runs.controller.store.delete('uni/tn-Z')
    return made.id
  })()
  return big
}

/** Reads the beginning of a response and disconnects. */
function breakOff(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: bearer() }, (response) => {
      response.once('data', () => {
        response.pause()
        response.destroy()
      })
      response.once('close', () => resolve())
      response.on('error', () => undefined)
    })
    request.once('error', reject)
  })
}

describe('permissions on runs', () => {
  it('let viewers run queries, but not users without a group or anonymous callers', async () => {
    const query = await runs.save(BDS)
    const outsider = await runs.app.userOf(undefined)

    expect((await runs.execute(query, {}, viewer)).body).toMatchObject({ status: 'success', row_count: 5 })
    for (const action of ['execute', 'validate']) {
      expect((await outsider.post(`${QUERIES}${query}/${action}/`, {})).status).toBe(403)
      expect((await runs.app.anonymous.post(`${QUERIES}${query}/${action}/`, {})).status).toBe(401)
    }
    expect((await outsider.get(LOGS)).status).toBe(403)
    expect((await runs.app.anonymous.get(LOGS)).status).toBe(401)
  })

  it('let the user of a run, operators and administrators read its rows', async () => {
    const { id } = await execute()
    const operator = await runs.app.userOf('operator')

    for (const client of [runs.editor, operator, runs.app.admin]) {
      expect((await runs.log(id, client)).results).toHaveLength(5)
      expect((await results(id, 'ndjson', client)).status).toBe(200)
    }
  })

  it('let everyone else with the view permission read the log without its rows', async () => {
    const { query, id } = await execute()

    const [log, file] = [await runs.log(id, viewer), await results(id, 'csv', viewer)]

    expect(log).toMatchObject({ row_count: 5, results: [] })
    expect([file.status, Object.keys(file.body)]).toEqual([403, ['detail']])
    expect((await list(`?saved_query=${query}`, viewer)).count).toBe(1)
  })
})
