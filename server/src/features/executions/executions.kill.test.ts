import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { PIPELINES, TASK_SETTINGS } from '../../testing/executions/background.ts'
import { longSteps } from '../../testing/executions/long-steps.ts'
import { type Body, openRealProgram, type RealProgram } from '../../testing/real-program.ts'
import { CONNECTIONS, LOGS, QUERIES } from '../../testing/start-runs.ts'

// A start takes seconds, and longer on a busy machine.
const patient = { timeout: 120_000, interval: 100 }

let controller: ControllerSimulator
let mute: ControllerSimulator
let program: RealProgram
beforeAll(async () => {
  controller = await startController()
  mute = await startController()
  for (const { store } of [controller, mute]) {
    store.add('fvTenant', 'uni/tn-A', { name: 'A' })
    store.add('fvCtx', 'uni/tn-A/ctx-one', { name: 'one' })
    for (let number = 0; number < 2_000; number++) store.add('fvAp', `uni/tn-A/ap-${number}`, {})
  }
  program = await openRealProgram({ LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await program.close()
  await Promise.all([controller.close(), mute.close()])
})

type Server = Awaited<ReturnType<typeof startServer>>

/** With what these tests ask it for. */
async function startServer() {
  const server = await program.start()
  const { url, get, post } = server
  return {
    ...server,
    log: (execution: string) => get(`${LOGS}${execution}/`),
    pipeline: async (execution: string) =>
      get(`${PIPELINES}${(await get(`${LOGS}${execution}/`)).pipeline_execution}/`),
    start: async (query: string): Promise<string> =>
      (await post(`${QUERIES}${query}/execute_background/`)).execution_id,
    follow: async (execution: string) =>
      follow(`${url.replace('http', 'ws')}/ws/chain-execution/${execution}/`, await post('/api/ws-ticket/')),
  }
}

async function follow(url: string, { ticket }: Body) {
  const socket = new WebSocket(`${url}?ticket=${ticket}`)
  const types: string[] = []
  socket.on('message', (data: Buffer) => types.push((JSON.parse(data.toString()) as { type: string }).type))
  const [code] = (await once(socket, 'close')) as [number]
  return { code, types: types.filter((type) => type !== 'ping') }
}

/** Takes seconds. */
const LONG_STEPS = longSteps(90, 40)

async function saveQueries(server: Server) {
  const connect = async (simulator: ControllerSimulator) =>
    (
      await server.post(CONNECTIONS, {
        name: simulator.url,
        host: simulator.url,
        username: 'admin',
        password: DEFAULT_PASSWORD,
      })
    ).id as string
  const save = async (class_name: string, connection: string, post_processors: readonly object[] = []) => {
    const nodes = [{ id: 'n', class_name, properties: ['name'] }]
    return (
      await server.post(QUERIES, {
        name: class_name,
        controller_connection: connection,
        nodes,
        edges: [],
        post_processors,
      })
    ).id as string
  }
  const [lab, silent] = [await connect(controller), await connect(mute)]
  return {
    quick: await save('fvTenant', lab),
    held: await save('fvCtx', lab),
    long: await save('fvAp', lab, LONG_STEPS),
    loggingIn: await save('fvTenant', silent),
  }
}

it(
  'background runs end correctly and exactly once, wherever they were when their process was killed',
  { timeout: 480_000 },
  async () => {
    controller.faults.add({ kind: 'hang', path: 'fvCtx' })
    mute.faults.silent = true
    const first = await startServer()
    await first.patch(TASK_SETTINGS, { max_concurrent_background: 5 })
    const queries = await saveQueries(first)
    const ended = await first.start(queries.quick)
    await vi.waitFor(async () => expect(await first.log(ended)).toMatchObject({ status: 'success' }), patient)
    const loggingIn = await first.start(queries.loggingIn)
    const [fetching, fetchingToo] = [await first.start(queries.held), await first.start(queries.held)]
    const computing = await first.start(queries.long)
    // Four are executed at a time, five are admitted at a time.
    const [queued, waiting] = [await first.start(queries.quick), await first.start(queries.quick)]
    await vi.waitFor(async () => {
      expect(await first.pipeline(computing)).toMatchObject({
        status: 'running',
        stages: expect.arrayContaining([expect.objectContaining({ status: 'success' })]),
      })
      for (const execution of [loggingIn, fetching]) expect((await first.log(execution)).started_at).not.toBeNull()
    }, patient)
    expect([(await first.log(queued)).started_at, (await first.log(waiting)).started_at]).toEqual([null, null])

    await first.end('SIGKILL')

    mute.faults.clear()
    controller.faults.clear()
    const stillHeld = controller.faults.add({ kind: 'hang', path: 'fvCtx', next: 1 })
    const second = await startServer()
    const others = [ended, loggingIn, computing, queued, waiting]
    await vi.waitFor(async () => {
      for (const execution of others) expect(await second.log(execution)).toMatchObject({ status: 'success' })
      expect(stillHeld.struck).toBe(1)
    }, patient)
    // One of the two held runs is held again.
    const statuses = async (server: Server) =>
      Promise.all([fetching, fetchingToo].map(async (one) => (await server.log(one)).status as string))
    await vi.waitFor(async () => expect((await statuses(second)).sort()).toEqual(['running', 'success']), patient)
    const lost = (await statuses(second))[0] === 'running' ? fetching : fetchingToo

    await second.end('SIGKILL')

    controller.faults.clear()
    const third = await startServer()
    expect(await third.follow(lost)).toMatchObject({ code: 1000, types: expect.arrayContaining(['execution_failed']) })
    expect(await third.log(lost)).toMatchObject({
      status: 'failure',
      error_message: expect.stringContaining('stopped or failed twice'),
      results: [],
    })
    expect((await third.get(`${LOGS}?status=running`)).count).toBe(0)
    expect((await third.log(computing)).results).toHaveLength(2_000)
    for (const execution of [ended, loggingIn, queued, waiting]) {
      expect((await third.log(execution)).results).toHaveLength(1)
      expect(await third.follow(execution)).toEqual({
        code: 1000,
        types: ['node_start', 'node_result', 'node_complete', 'execution_complete'],
      })
    }
    const { results } = await third.get('/api/audit/logs/?action=query_run&page_size=200')
    const recorded = results.map(({ target_id }: Body) => target_id as string)
    expect(recorded.sort()).toEqual([...others, fetching, fetchingToo].sort())
  },
)
