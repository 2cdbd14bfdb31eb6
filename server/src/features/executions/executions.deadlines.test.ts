import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'
import type { Client } from '../../testing/start-test-app.ts'
import { collectGarbage } from '../../testing/collect-garbage.ts'
import { backgroundOf } from '../../testing/executions/background.ts'
import { longSteps } from '../../testing/executions/long-steps.ts'
import { QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ env: { SYNC_QUERY_TIMEOUT_SECONDS: '2', BACKGROUND_QUERY_TIMEOUT_SECONDS: '2' } })
  runs.controller.store.add('fvTenant', 'uni/tn-A', {})
  // Afterwards its threads have started, which takes a busy machine longer than the time limit.
  await vi.waitFor(async () => expect(await runs.run(TENANTS)).toMatchObject({ status: 'success' }), 60_000)
})
afterAll(() => runs.stop())
afterEach(() => runs.controller.faults.clear())

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant' }] }
const nothingUnderWay = (controller: ControllerSimulator) =>
  vi.waitFor(() => expect(controller.counters.running).toBe(0), 20_000)

describe('a run that exceeds its time limit', () => {
  it('times out and aborts its request when the controller hangs', async () => {
    runs.controller.faults.add({ kind: 'hang' })

    const reply = await runs.run(TENANTS)

    expect(reply).toMatchObject({ status: 'timeout', reason: 'deadline', row_count: 0, results: [] })
    expect(reply.error_message).toMatch(
      /^Connection "lab": fvTenant: The controller has not answered for [12] s\. .*longer than 2 s.*background/,
    )
    expect(await runs.log(reply.execution_id)).toMatchObject({
      status: 'timeout',
      reason: 'deadline',
      error_message: reply.error_message,
    })
    await nothingUnderWay(runs.controller)
    runs.controller.faults.clear()
    expect(await runs.run(TENANTS)).toMatchObject({ status: 'success' })
  })

  it('times out when the controller accepts connections but never answers', async () => {
    await runs.run(TENANTS)
    runs.controller.faults.silent = true

    expect(await runs.run(TENANTS)).toMatchObject({ status: 'timeout', reason: 'deadline' })

    await nothingUnderWay(runs.controller)
  })

  it('times out when the controller throttles for too long', async () => {
    runs.controller.faults.add({ kind: 'html', status: 503 })

    expect(await runs.run(TENANTS)).toMatchObject({ status: 'timeout', reason: 'deadline' })
  })

  it('times out when it keeps computing: its thread is terminated, and other runs are unaffected', async () => {
    // Other runs have to succeed beside it, even on a busy machine.
    const patient = await startRuns({ env: { SYNC_QUERY_TIMEOUT_SECONDS: '6' } })
    onTestFinished(patient.stop)
    patient.controller.store.add('fvTenant', 'uni/tn-A', {})
    for (let number = 0; number < 2_000; number++) patient.controller.store.add('fvBD', `uni/tn-A/BD-${number}`, {})
    const query = await patient.save({
      nodes: [{ id: 'a', class_name: 'fvBD', properties: ['mtu'] }],
      post_processors: longSteps(90),
    })

    const [slow, quick] = await Promise.all([patient.execute(query), patient.run(TENANTS)])

    expect(slow.body).toMatchObject({ status: 'timeout', reason: 'deadline' })
    expect(quick).toMatchObject({ status: 'success' })
    expect(await patient.run(TENANTS)).toMatchObject({ status: 'success' })
  })

  it('times out when its turn does not come in as long as it may take, and says so', async () => {
    runs.controller.faults.add({ kind: 'hang' })
    const query = await runs.save(TENANTS)

    const replies = await Promise.all(Array.from({ length: 12 }, () => runs.execute(query)))

    expect(replies.map(({ body }) => body.status)).toEqual(replies.map(() => 'timeout'))
    const waited = replies.map(({ body }) => body).filter(({ waited_ms }) => waited_ms >= 1_900)
    expect(waited.length).toBeGreaterThanOrEqual(6)
    expect(waited.map(({ error_message }) => error_message)).toContain(
      'Waited 2 s for earlier runs of its user, which did not come. Run it again later.',
    )
    expect(Math.max(...replies.map(({ body }) => body.duration_ms))).toBeLessThan(6_000)
    await nothingUnderWay(runs.controller)
  })
})

describe('a background run that exceeds its time limit', () => {
  it('times out, aborts its request and closes its channel', async () => {
    const background = backgroundOf(runs)
    runs.controller.faults.add({ kind: 'hang' })
    const execution = await background.start(await runs.save(TENANTS))
    const socket = await background.listen(execution)

    expect(await socket.closed).toBe(1000)

    expect(socket.frames.at(-1)).toEqual({
      type: 'execution_failed',
      data: { error: expect.stringMatching(/longer than 2 s/), failed_node: 't' },
    })
    expect(await background.ended(execution)).toMatchObject({ status: 'timeout', stages: [{ status: 'failure' }] })
    await nothingUnderWay(runs.controller)
  })
})

describe('a client that disconnects', () => {
  it('cancels its run and the requests of the run', async () => {
    runs.controller.faults.add({ kind: 'hang' })
    const query = await runs.save(TENANTS)
    const url = `${runs.app.url}${QUERIES}${query}/execute/`
    const { access } = runs.editor as Client & { access: string }
    const request = httpRequest(url, { method: 'POST', headers: { authorization: `Bearer ${access}` } })
    request.on('error', () => undefined)
    request.end()
    await vi.waitFor(() => expect(runs.controller.counters.running).toBe(1), 20_000)

    request.destroy()

    await nothingUnderWay(runs.controller)
    await vi.waitFor(async () => {
      const { results } = (await runs.editor.get(`/api/queries/execution-logs/?saved_query=${query}`)).body
      expect(results).toMatchObject([{ status: 'failure', reason: 'cancelled', error_message: 'cancelled' }])
    }, 20_000)
  })
})

describe('two hundred small runs', () => {
  it('leave no threads, sockets or memory behind', { timeout: 120_000 }, async () => {
    const query = await runs.save(TENANTS)
    const fourAtOnce = async (times: number) => {
      for (let time = 0; time < times; time++) await Promise.all(Array.from({ length: 4 }, () => runs.execute(query)))
    }
    await fourAtOnce(10)
    const before = { threads: threads(), heap: heapMb() }

    await fourAtOnce(50)

    expect(runs.controller.counters).toMatchObject({
      running: 0,
      openSockets: expect.toSatisfy((open: number) => open <= 4),
    })
    expect(threads()).toBeLessThanOrEqual(before.threads)
    expect(heapMb()).toBeLessThan(before.heap + 10)
  })
})

/** Threads of this process, including those of the runtime. */
const threads = () => readdirSync('/proc/self/task').length

function heapMb(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1_048_576
}
