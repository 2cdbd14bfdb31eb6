import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { type Body, openRealProgram, type RealProgram } from '../../testing/real-program.ts'
import { CONNECTIONS, LOGS, QUERIES } from '../../testing/start-runs.ts'

const LISTS = '/api/automation/validation-lists/'
// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 60_000, interval: 100 }

let controller: ControllerSimulator
let program: RealProgram
beforeAll(async () => {
  controller = await startController()
  controller.store.add('fvTenant', 'uni/tn-A', { name: 'A' })
  controller.store.add('fvCtx', 'uni/tn-A/ctx-one', { name: 'one' })
  program = await openRealProgram({ LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await program.close()
  await controller.close()
})

type Server = Awaited<ReturnType<RealProgram['start']>>

/** Sends what hangs at the controller, and kills the process that works on all of it. */
async function dieAt(server: Server, sending: Readonly<Record<string, () => Promise<Body>>>): Promise<void> {
  const hanging = Object.keys(sending).map((path) => controller.faults.add({ kind: 'hang', path }))
  const sent = Object.values(sending).map((send) => send().catch(() => undefined))
  await vi.waitFor(() => expect(hanging.every(({ struck }) => struck > 0)).toBe(true), patient)
  await server.end('SIGKILL')
  await Promise.all(sent)
  controller.faults.clear()
}

it(
  'a manual run and the reading of a list at which two processes died are refused in words, others go on',
  { timeout: 240_000 },
  async () => {
    const first = await program.start()
    const { id: connection } = await first.post(CONNECTIONS, {
      ...{ name: 'lab', host: controller.url, username: 'admin', password: DEFAULT_PASSWORD },
    })
    const save = async (class_name: string) => {
      const nodes = [{ id: 'n', class_name, properties: ['name'] }]
      const body = { name: class_name, controller_connection: connection, nodes, edges: [], post_processors: [] }
      return (await first.post(QUERIES, body)).id as string
    }
    const [tenants, contexts] = [await save('fvTenant'), await save('fvCtx')]
    const { id: list } = await first.post(LISTS, {
      ...{ name: 'names', source: { type: 'saved_query', saved_query: tenants, column: 'name' } },
    })
    const run = (server: Server, body: object = {}) => server.post(`${QUERIES}${contexts}/execute/`, body)
    const refresh = (server: Server) => server.post(`${LISTS}${list}/refresh/`)

    const both = (server: Server) => ({ fvCtx: () => run(server), fvTenant: () => refresh(server) })

    await dieAt(first, both(first))
    const second = await program.start()
    await dieAt(second, both(second))
    const third = await program.start()

    const refused = await run(third)
    expect(refused).toMatchObject({ status: 'failure' })
    expect(await third.get(`${LOGS}${refused.execution_id}/`)).toMatchObject({
      error_message: expect.stringContaining('The server stopped or failed twice during this run.'),
    })
    expect(await refresh(third)).toEqual({
      non_field_errors: [expect.stringContaining('failed twice while it worked on the values of this list')],
    })
    expect(await third.post(`${QUERIES}${tenants}/execute/`, { skip_post_processors: true })).toMatchObject({
      status: 'success',
    })
  },
)
