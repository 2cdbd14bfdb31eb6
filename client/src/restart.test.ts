import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { openRealProgram, type RealProgram } from '@heddle/server/testing/real-program.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { createHeddle, type Heddle } from './index.ts'

const patient = { timeout: 60_000, interval: 100 }

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

type Server = Awaited<ReturnType<RealProgram['start']>>

async function prepare(heddle: Heddle) {
  const connection = await heddle.controller.connections.create({
    ...{ name: 'lab', host: controller.url, username: 'admin', password: DEFAULT_PASSWORD },
  })
  const save = async (name: string) => {
    const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
    const query = { name, controller_connection: connection.id, nodes, edges: [], expect: { rows: { min: 1 } } }
    return (await heddle.queries.savedQueries.create(query)).id
  }
  return { run: await save('run'), check: await save('check'), capture: await save('capture') }
}

/** Kills the server while a request hangs at the controller for each of what goes on, and starts it at its address. */
async function restart(server: Server, hanging: number): Promise<void> {
  const struck = () => controller.requests.filter(({ kind }) => kind === 'data').length
  await vi.waitFor(() => expect(struck()).toBeGreaterThanOrEqual(hanging), patient)
  await server.end('SIGKILL')
  controller.faults.clear()
  await program.start({ PORT: new URL(server.url).port })
}

it('waiting outlasts a server that is killed and started again', { timeout: 240_000 }, async () => {
  const server = await program.start()
  const heddle = createHeddle({ baseUrl: server.url })
  await heddle.signIn(ADMIN)
  const queries = await prepare(heddle)
  controller.faults.add({ kind: 'hang' })
  const { execution_id } = await heddle.queries.savedQueries.executeBackground(queries.run, {})
  const { id: check } = await heddle.queries.checks.create({ saved_queries: [queries.check] })
  const seen: string[] = []

  const ended = Promise.all([
    heddle.waitFor.run(execution_id, { onState: ({ status }) => seen.push(status) }),
    heddle.waitFor.check(check),
    heddle.waitFor.capture({ saved_query: queries.capture }),
  ])
  await restart(server, 3)
  const [run, checked, snapshot] = await ended

  expect(run).toMatchObject({ status: 'success', row_count: 1 })
  expect(seen[0]).toBe('running')
  expect(checked).toMatchObject({ status: 'finished', passed: 1 })
  expect(snapshot.row_count).toBe(1)
  expect((await heddle.history.snapshots.list({ saved_query: queries.capture })).count).toBe(1)
})
