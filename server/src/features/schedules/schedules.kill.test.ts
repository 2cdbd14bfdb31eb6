import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { CONNECTIONS, QUERIES } from '../../testing/start-runs.ts'
import { openRealProgram, type RealProgram } from '../../testing/real-program.ts'

const TASKS = '/api/queries/scheduled-tasks/'
// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 90_000, interval: 100 }

let controller: ControllerSimulator
let program: RealProgram
beforeAll(async () => {
  controller = await startController()
  controller.store.add('fvTenant', 'uni/tn-A', { name: 'A' })
  program = await openRealProgram()
})
afterAll(async () => {
  await program.close()
  await controller.close()
})

it('a task whose run was under way when its process was killed twice is paused', { timeout: 300_000 }, async () => {
  const held = controller.faults.add({ kind: 'hang', path: 'fvTenant' })
  const first = await program.start()
  const account = { username: 'admin', password: DEFAULT_PASSWORD }
  const connection = await first.post(CONNECTIONS, { name: 'lab', host: controller.url, ...account })
  const nodes = [{ id: 'n', class_name: 'fvTenant', properties: ['name'] }]
  const query = await first.post(QUERIES, { name: 'stops', controller_connection: connection.id, nodes, edges: [] })
  const task = await first.post(TASKS, {
    name: 'stops the server',
    saved_query: query.id,
    controller_connections: [connection.id],
    schedule_type: 'interval',
    interval_minutes: 600,
  })
  await first.post(`${TASKS}${task.id}/run_now/`)
  await vi.waitFor(() => expect(held.struck).toBe(1), patient)

  await first.end('SIGKILL')
  const second = await program.start()
  await vi.waitFor(() => expect(held.struck).toBe(2), patient)
  await second.end('SIGKILL')

  const third = await program.start()
  const readTask = () => third.get(`${TASKS}${task.id}/`)
  await vi.waitFor(async () => expect(await readTask()).toMatchObject({ paused: true, running: false }), patient)
  expect(await readTask()).toMatchObject({ enabled: true, next_run_at: null, last_run_status: 'failure' })
  const { results } = await third.get('/api/notifications/notifications/')
  expect(results).toContainEqual(
    expect.objectContaining({
      title: expect.stringContaining('was paused'),
      body: expect.stringContaining('stopped or failed twice during its run'),
    }),
  )
  const entries = await third.get('/api/audit/logs/?action=task_pause')
  expect(entries.results).toMatchObject([{ target_id: task.id, username: 'system' }])
  expect(held.struck).toBe(2)
})
