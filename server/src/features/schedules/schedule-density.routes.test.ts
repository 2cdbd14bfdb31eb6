import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesFeature } from './index.ts'

const DENSITY = '/api/queries/schedule-density/'
const clock = createManualClock('2026-03-02T09:00:00Z')
let app: TestApp
let editor: Client & { id: number }
let base: object
beforeAll(async () => {
  app = await startTestApp({ clock, env: { ROLE: 'all' } })
  await app.app.features.of(schedulesFeature).scheduler.close()
  editor = await app.userOf('editor')
  const lab = { name: 'lab', host: '127.0.0.1', username: 'u', password: 'p' }
  const { id: connection } = (await app.admin.post('/api/controller/connections/', lab)).body
  const canvas = { name: 'q', controller_connection: connection, nodes: [], edges: [] }
  const { id: query } = (await editor.post('/api/queries/saved-queries/', canvas)).body
  base = { saved_query: query, controller_connections: [connection], schedule_type: 'cron' }
})
afterAll(() => app.stop())

const make = async (name: string, body: object, by: Client = editor) => {
  const answer = await by.post('/api/queries/scheduled-tasks/', { ...base, name, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

it('counts the firings of every enabled task in each hour, as the clocks of the reader show them', async () => {
  await make('mornings', { cron_expression: '30 6 * * mon-fri', timezone: 'Europe/Warsaw' })
  await make('mornings of a colleague', { cron_expression: '30 6 * * mon-fri', timezone: 'Europe/Warsaw' }, app.admin)
  await make('quarters', { cron_expression: '*/15 5 * * *' })
  const off = await make('off', { cron_expression: '* * * * *' })
  await editor.post(`/api/queries/scheduled-tasks/${off.id}/disable/`)

  const { status, body } = await (await app.userOf('viewer')).get(`${DENSITY}?timezone=Europe/Warsaw`)

  expect(status).toBe(200)
  expect(body).toMatchObject({ timezone: 'Europe/Warsaw', tasks: 3, firings: 2 * 5 + 4 * 7, is_complete: true })
  expect(body.days.map(({ date, hours }: any) => [date, hours.length, hours[6]])).toEqual([
    ['2026-03-02', 24, 6],
    ['2026-03-03', 24, 6],
    ['2026-03-04', 24, 6],
    ['2026-03-05', 24, 6],
    ['2026-03-06', 24, 6],
    ['2026-03-07', 24, 4],
    ['2026-03-08', 24, 4],
  ])
})

it('refuses a zone that does not exist, and who may not see schedules', async () => {
  const unknown = await editor.get(`${DENSITY}?timezone=Mars/Olympus`)
  const nobody = await app.userOf('viewer')
  const { body } = await app.admin.get(`/api/auth/management/${nobody.id}/`)
  await app.admin.patch(`/api/auth/management/${body.id}/`, { groups: [] })

  expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['timezone']])
  expect((await nobody.get(DENSITY)).status).toBe(403)
})
