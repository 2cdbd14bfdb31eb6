import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { waiversFeature } from './index.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
})
afterAll(() => runs.stop())

it('a waiver that expires notifies its maker and the owners of tasks once, and is audited', async () => {
  const operator = await runs.app.userOf('operator')
  const query = await runs.save({ nodes: [{ id: 't', class_name: 'fvTenant' }] })
  const task = { name: 'nightly', saved_query: query, controller_connections: [runs.connection] }
  const schedule = { schedule_type: 'interval', interval_minutes: 60, timezone: 'UTC' }
  expect((await runs.editor.post('/api/queries/scheduled-tasks/', { ...task, ...schedule })).status).toBe(201)
  const until = new Date(Date.now() + 500).toISOString()
  const waiver = { saved_query: query, resource: 'uni/tn-A', until, reason: 'Moves in May' }
  expect((await operator.post('/api/queries/waivers/', waiver)).status).toBe(201)
  const titles = async (client: Runs['editor']) =>
    (await client.get('/api/notifications/notifications/')).body.results.map(({ title }: { title: string }) => title)

  await expect
    .poll(async () => {
      await runs.app.app.features.of(waiversFeature).expire()
      return titles(operator)
    })
    .toEqual(['A waiver of query "query" expired'])
  await runs.app.app.features.of(waiversFeature).expire()

  expect([await titles(operator), await titles(runs.editor)]).toEqual(
    Array(2).fill(['A waiver of query "query" expired']),
  )
  const { body } = await runs.app.admin.get('/api/audit/logs/?action=waiver_expire')
  expect(body.count).toBe(1)
})
