import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Heddle } from '@heddle/client'
import { soon } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { channelsFeature } from './index.ts'

let runs: Runs
let heddle: Heddle
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  heddle = await runs.app.heddle(runs.editor)
  // What is sent is for other tests.
  await runs.app.app.features.of(channelsFeature).channels.driver.stop()
})
afterAll(() => runs.stop())

let made = 0
const save = (expression: string): Promise<string> =>
  runs.save({
    nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    name: `checked ${++made}`,
    expect: { every: expression },
    severity: 'high',
    resource: 'name',
  } as never)
const pagerOf = async (query: string, rules: object = {}): Promise<string> => {
  const events = { saved_queries: [query], ...rules }
  const { body } = await runs.editor.post('/api/notifications/channels/', {
    ...{ name: 'pager', type: 'pagerduty', secret: 'integration key', events },
  })
  return body.id
}
const check = async (query: string, expression?: string): Promise<void> => {
  if (expression !== undefined) await heddle.queries.savedQueries.update(query, { expect: { every: expression } })
  const ask = { saved_queries: [query], controller_connection: runs.connection }
  const { id } = (await runs.editor.post('/api/queries/checks/', ask)).body
  await soon(async () => (await runs.editor.get(`/api/queries/checks/${id}/`)).body.status).toBe('finished')
}
/** What was written for the channel, with the resource that the title ends in. */
const incidentsOf = async (channel: string): Promise<{ type: string; resource: string; key: string }[]> => {
  const { rows } = await runs.app.app.platform.database.pool.query(
    'select occurrence from notification_deliveries where channel_id = $1 order by position',
    [channel],
  )
  return rows.map(({ occurrence: { type, title, key } }) => ({ type, key, resource: title.split(': ').at(-1) }))
}

it('each finding is one incident, which the first run that no longer finds it resolves', async () => {
  const query = await save('name != "A"')
  const pager = await pagerOf(query)

  await check(query)
  await check(query)
  await check(query, 'name != "A" && name != "B"')
  await check(query, 'name != "B"')
  await check(query, 'name != "no such name"')
  await check(query)

  const incidents = await incidentsOf(pager)
  expect(incidents.map(({ type, resource }) => [type, resource])).toEqual([
    ['check.failed', 'A'],
    ['check.failed', 'B'],
    ['check.passed', 'A'],
    ['check.passed', 'B'],
  ])
  const [a, b, endOfA, endOfB] = incidents.map(({ key }) => key)
  expect([endOfA, endOfB]).toEqual([a, b])
  expect(a).toMatch(/^[0-9a-f]{32}$/)
})

it('what is found again after it was resolved is an incident again, under the same key', async () => {
  const query = await save('name != "A"')
  const pager = await pagerOf(query)

  await check(query)
  await check(query, 'name != "no such name"')
  await check(query, 'name != "A"')

  const incidents = await incidentsOf(pager)
  expect(incidents.map(({ type }) => type)).toEqual(['check.failed', 'check.passed', 'check.failed'])
  expect(new Set(incidents.map(({ key }) => key)).size).toBe(1)
})

it('a finding of a scheduled task is one, too, and what its rules keep back or a mute covers is none', async () => {
  const query = await save('name != "A"')
  const pager = await pagerOf(query)
  const muted = await pagerOf(query)
  await runs.editor.post(`/api/notifications/channels/${muted}/mute/`, { for: '1d', saved_query: query })
  const other = await pagerOf(await save('name != "A"'))
  const { body: task } = await runs.editor.post('/api/queries/scheduled-tasks/', {
    ...{ name: 'nightly', saved_query: query, controller_connections: [runs.connection], enabled: false },
    ...{ schedule_type: 'cron', cron_expression: '30 2 * * *' },
  })

  await runs.editor.post(`/api/queries/scheduled-tasks/${task.id}/run_now/`)

  await soon(async () => (await incidentsOf(pager)).length).toBe(1)
  expect(await incidentsOf(pager)).toMatchObject([{ type: 'check.failed', resource: 'A' }])
  expect([await incidentsOf(muted), await incidentsOf(other)]).toEqual([[], []])
})

it('a run by hand makes none', async () => {
  const query = await save('name != "A"')
  const pager = await pagerOf(query)

  await heddle.queries.savedQueries.execute(query)

  expect(await incidentsOf(pager)).toEqual([])
})
