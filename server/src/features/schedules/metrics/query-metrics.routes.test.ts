import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../../testing/small-fabric.ts'
import { type Runs, startRuns } from '../../../testing/start-runs.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const METRICS = '/api/metrics/queries/'
const OPEN_METRICS = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5' }
const hasPrometheus = ['promtool', 'prometheus'].every((name) => spawnSync(name, ['--version']).status === 0)
if (!hasPrometheus)
  console.warn(
    'prometheus is not installed (Debian: prometheus): what it makes of the metrics of queries is NOT tested',
  )

let runs: Runs
let token: string
let tenants: string
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  tenants = await runs.save({ nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name', 'dn'] }] })
  token = (await runs.app.admin.post('/api/auth/tokens/', { name: 'prometheus', permissions: ['queries.view_metric'] }))
    .body.token
})
afterAll(() => runs.stop())

const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await runs.app.app.platform.database.pool.query(text, values)).rows

async function makeTask(metric: object, others: object = {}, client = runs.editor): Promise<string> {
  const { status, body, text } = await client.post(TASKS, {
    ...{ name: 'Tenants', saved_query: tenants, controller_connections: [runs.connection] },
    ...{ schedule_type: 'interval', interval_minutes: 600, metric },
    ...others,
  })
  expect(status, text).toBe(201)
  return body.id
}

async function fire(task: string, client = runs.editor): Promise<void> {
  await client.post(`${TASKS}${task}/run_now/`)
  await expect.poll(async () => (await client.get(`${TASKS}${task}/`)).body.running, { timeout: 20_000 }).toBe(false)
}

async function fired(metric: object, others: object = {}): Promise<string> {
  const task = await makeTask(metric, others)
  await fire(task)
  return task
}

const scrape = async (headers: Record<string, string> = {}) => {
  const { status, text } = await runs.app.as(token).get(METRICS, headers)
  expect(status, text).toBe(200)
  return text
}
const linesOf = async (metric: string): Promise<string[]> =>
  (await scrape()).split('\n').filter((line) => line.startsWith(`heddle_query_${metric}`))
const ageOf = async (task: string): Promise<string[]> =>
  (await linesOf('age_seconds')).filter((line) => line.includes(task))

describe('the metric of a task', () => {
  it('counts the rows of the last firing by label', async () => {
    const task = await fired({ name: 'tenants', value: 'rows', labels: ['name'] })

    expect(await linesOf('tenants')).toEqual([
      'heddle_query_tenants{connection="lab",name="A"} 1',
      'heddle_query_tenants{connection="lab",name="B"} 1',
    ])
    expect(await ageOf(task)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^heddle_query_age_seconds\\{task="${task}",name="Tenants",metric="heddle_query_tenants"\\} [\\d.]+$`,
        ),
      ),
    ])
  })

  it('is nothing before the first firing', async () => {
    const task = await makeTask({ name: 'unfired', value: 'rows' })

    expect(await linesOf('unfired')).toEqual([])
    expect(await ageOf(task)).toEqual([])
  })

  it('asks no controller when it is scraped', async () => {
    await fired({ name: 'quiet', value: 'rows' })
    const before = runs.controller.requests.length

    await scrape()

    expect(runs.controller.requests.length).toBe(before)
  })

  it('vanishes when it is older than twice the interval, and its age stays', async () => {
    const task = await fired({ name: 'stale', value: 'rows' })
    const [{ hours }] = await sql(
      `select extract(epoch from stale_at - measured_at) / 3600 as hours from query_series where task_id = $1`,
      [task],
    )
    expect(Number(hours)).toBe(20)

    await sql(`update query_series set stale_at = now() - interval '1 second' where task_id = $1`, [task])

    expect(await linesOf('stale')).toEqual([])
    expect(await ageOf(task)).toHaveLength(1)
  })

  it('is gone as soon as the task measures something else', async () => {
    const task = await fired({ name: 'before', value: 'rows' })

    await runs.editor.patch(`${TASKS}${task}/`, { name: 'another name', metric: { name: 'after', value: 'rows' } })
    expect(await linesOf('after')).toEqual(['heddle_query_after{connection="lab"} 2'])
    await runs.editor.patch(`${TASKS}${task}/`, { metric: { name: 'after', value: 'rows', labels: ['dn'] } })

    expect([...(await linesOf('before')), ...(await linesOf('after'))]).toEqual([])
  })

  it('keeps what it was while firings fail', async () => {
    const task = await fired({ name: 'kept', value: 'rows' })
    runs.controller.faults.add({ kind: 'html', status: 403 })

    await fire(task)
    runs.controller.faults.clear()

    expect((await runs.editor.get(`${TASKS}${task}/`)).body.last_run_status).toBe('failure')
    expect(await linesOf('kept')).toEqual(['heddle_query_kept{connection="lab"} 2'])
  })

  it('warns in the log of a run whose rows lack a column', async () => {
    const task = await fired({ name: 'lacking', value: 'usage', labels: ['name'] })

    const { results } = (await runs.editor.get(`/api/queries/scheduled-executions/?scheduled_task=${task}`)).body
    expect((await runs.log(results[0].execution)).warnings).toContain('metric: the rows have no column usage')
    expect(await linesOf('lacking')).toEqual([])
  })
})

describe('two tasks with one metric', () => {
  it('share its name, and equal series are those of the older task', async () => {
    const older = await fired({ name: 'shared', value: 'rows', help: 'The first says it' })
    const younger = await fired({ name: 'shared', value: 'rows', help: 'Unheard' })
    await fired({ name: 'shared', value: 'rows', labels: ['name'] })

    expect(await linesOf('shared')).toEqual([
      'heddle_query_shared{connection="lab"} 2',
      'heddle_query_shared{connection="lab",name="A"} 1',
      'heddle_query_shared{connection="lab",name="B"} 1',
    ])
    expect((await scrape()).match(/# HELP heddle_query_shared .*/g)).toEqual([
      '# HELP heddle_query_shared The first says it',
    ])
    const dropped = await linesOf('series_dropped')
    expect(dropped.find((line) => line.includes(older))).toMatch(/ 0$/)
    expect(dropped.find((line) => line.includes(younger))).toMatch(/ 1$/)
  })
})

describe('several connections', () => {
  it('have a label each', async () => {
    const other = await runs.connect({ name: 'Site "B"\\' })
    await fired({ name: 'sites', value: 'rows' }, { controller_connections: [runs.connection, other] })
    await fired({ name: 'merged', value: 'rows' }, { controller_connections: [runs.connection, other], merge: true })

    expect((await linesOf('sites')).toSorted()).toEqual([
      'heddle_query_sites{connection="Site \\"B\\"\\\\"} 2',
      'heddle_query_sites{connection="lab"} 2',
    ])
    expect((await linesOf('merged')).toSorted()).toEqual([
      'heddle_query_merged{connection="Site \\"B\\"\\\\"} 2',
      'heddle_query_merged{connection="lab"} 2',
    ])
  })
})

describe('who may', () => {
  it('are holders of queries.view_metric', async () => {
    const operator = await runs.app.userOf('operator')

    expect((await operator.get(METRICS)).status).toBe(200)
    expect((await runs.editor.get(METRICS)).body.permission).toBe('queries.view_metric')
    expect((await runs.app.anonymous.get(METRICS)).status).toBe(401)
  })

  it('see nothing of tasks whose owner may no longer see them', async () => {
    const owner = await runs.app.userOf('editor')
    const task = await makeTask({ name: 'owned', value: 'rows' }, {}, owner)
    await fire(task, owner)
    expect(await linesOf('owned')).toHaveLength(1)

    await sql('update users set is_active = false where id = $1', [owner.id])

    expect(await linesOf('owned')).toEqual([])
    expect(await ageOf(task)).toEqual([])
  })
})

describe('the body of a task', () => {
  it('reports every fault of its metric', async () => {
    const bad = { name: 'Bad Name', value: '', labels: ['x', 'x'], other: 1 }

    const { status, body } = await runs.editor.post(TASKS, { name: 't', schedule_type: 'interval', metric: bad })

    expect(status).toBe(400)
    expect(Object.keys(body).filter((field) => field.startsWith('metric'))).toEqual(
      expect.arrayContaining(['metric.name', 'metric.value', 'metric.labels']),
    )
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['saved_query', 'controller_connections']))
  })

  it('refuses names and labels that Heddle has', async () => {
    const { status, body } = await runs.editor.post(TASKS, {
      ...{ name: 't', saved_query: tenants, controller_connections: [runs.connection] },
      ...{ schedule_type: 'interval', interval_minutes: 1 },
      metric: { name: 'age_seconds', value: 'rows', labels: ['connection'] },
    })

    expect([status, Object.keys(body)]).toEqual([400, ['metric.name', 'metric.labels']])
  })

  it('shows what was set, and takes null', async () => {
    const task = await makeTask({ name: 'shown', value: 'rows' })

    expect((await runs.editor.get(`${TASKS}${task}/`)).body.metric).toEqual({
      name: 'shown',
      value: 'rows',
      labels: [],
    })
    expect((await runs.editor.patch(`${TASKS}${task}/`, { metric: null })).body.metric).toBeNull()
  })
})

describe.skipIf(!hasPrometheus)('Prometheus', () => {
  it('finds nothing wrong with the text', async () => {
    await fired({ name: 'checked', value: 'rows', labels: ['dn'], help: 'Some "help" \\ and\nlines' })

    const { status, stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], {
      input: await scrape(),
      encoding: 'utf8',
    })

    expect(stderr + stdout).not.toContain('error while linting')
    expect(status, stderr + stdout).not.toBe(1)
  })

  it('reads both formats, with the recipe of the documentation', async () => {
    await fired({ name: 'read', value: 'rows', labels: ['name'], help: 'Some "help" \\ and\nlines' })
    expect(await scrape(OPEN_METRICS)).toMatch(/# EOF\n$/)

    const prometheus = await startPrometheus()
    try {
      await expect
        .poll(() => prometheus.query('heddle_query_read'), { timeout: 30_000 })
        .toEqual([
          [expect.objectContaining({ connection: 'lab', name: 'A' }), '1'],
          [expect.objectContaining({ connection: 'lab', name: 'B' }), '1'],
        ])
    } finally {
      await prometheus.stop()
    }
  }, 60_000)
})

async function startPrometheus() {
  const folder = temporaryFolder()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      scrape_configs: [
        {
          ...{ job_name: 'heddle-queries', metrics_path: METRICS, scrape_interval: '1s', scrape_timeout: '1s' },
          authorization: { credentials: token },
          static_configs: [{ targets: [new URL(runs.app.url).host] }],
        },
      ],
    }),
  )
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  return {
    query: async (text: string): Promise<unknown> => {
      const address = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`
      const answer = await fetch(address).catch(() => undefined)
      if (!answer?.ok) return undefined
      const { data } = (await answer.json()) as { data: { result: { metric: object; value: [number, string] }[] } }
      return data.result.map(({ metric, value }) => [metric, value[1]])
    },
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
