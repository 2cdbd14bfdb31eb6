import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { DASHBOARD_DOCUMENT, describeDashboard } from './describe-dashboard.ts'
import { describeMetrics, METRICS_DOCUMENT } from './describe-metrics.ts'
import { listMetrics } from './list-metrics.ts'

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const declared = listMetrics().flatMap(({ metrics }) => metrics)
/** Histograms are read through their series. */
const series = new Set(
  declared.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)
const namesIn = (text: string): string[] => [...new Set(text.match(/heddle_[a-z_]+/g))]

it('documents every metric', async () => {
  expect(describeMetrics()).toBe(await readFile(METRICS_DOCUMENT, 'utf8'))
})

it('draws every dashboard from its description', async () => {
  expect(describeDashboard()).toBe(await readFile(DASHBOARD_DOCUMENT, 'utf8'))
})

it.each(['deploy/alerts/heddle.rules.yml', 'deploy/grafana/heddle.json'])(
  '%s names only metrics that exist',
  async (path) => {
    expect(namesIn(await read(path)).filter((name) => !series.has(name))).toEqual([])
  },
)

it('shows every metric on the dashboard', async () => {
  const shown = namesIn(await read('deploy/grafana/heddle.json'))

  expect(
    declared
      .filter(({ name }) => !shown.some((one) => one === name || (series.has(one) && one.startsWith(`${name}_`))))
      .map(({ name }) => name),
  ).toEqual([])
})

describe('the listener of METRICS_PORT', () => {
  let app: TestApp
  const ask = (path: string) => fetch(`${app.app.monitoringUrl}${path}`)
  beforeAll(async () => {
    app = await startTestApp({ env: { METRICS_PORT: '0' } })
  })
  afterAll(() => app.stop())

  it('serves every declared metric, and none of ours besides', async () => {
    await app.admin.get('/api/queries/saved-queries/')
    const text = await (await ask('/metrics')).text()

    const families = [...text.matchAll(/^# TYPE (heddle_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    expect(families.toSorted()).toEqual(declared.map(({ name, type }) => `${name} ${type}`).toSorted())
    expect(text).toContain(
      'heddle_http_request_seconds_count{method="GET",route="/api/queries/saved-queries/",status="200"} 1',
    )
    expect(text).toContain('heddle_jobs{queue="run-query",state="waiting"} 0')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('says that the process lives and is ready', async () => {
    expect(await (await ask('/live')).json()).toEqual({ status: 'live' })
    const { status, checks } = (await (await ask('/ready')).json()) as { status: string; checks: object }
    expect([status, Object.keys(checks)]).toEqual([
      'ready',
      ['database', 'migrations', 'cache', 'bus', 'started', 'draining'],
    ])
  })

  it.each([
    ['/', 404],
    ['/metrics/more', 404],
    ['/ready/?exclude=cache', 200],
  ])('answers %s with %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status)
  })

  it('only reads', async () => {
    expect((await fetch(`${app.app.monitoringUrl}/metrics`, { method: 'POST' })).status).toBe(405)
    expect(await (await fetch(`${app.app.monitoringUrl}/live`, { method: 'HEAD' })).text()).toBe('')
  })
})
