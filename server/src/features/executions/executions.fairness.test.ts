import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { PIPELINES, TASK_SETTINGS } from '../../testing/executions/background.ts'
import { type Client } from '../../testing/start-test-app.ts'
import { LOGS, QUERIES, type Runs, startOtherController, startRuns } from '../../testing/start-runs.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const patient = { timeout: 60_000, interval: 50 }

let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ env: { SYNC_QUERY_TIMEOUT_SECONDS: '600' } })
  runs.controller.store.add('fvTenant', 'uni/tn-A', {})
})
afterAll(() => runs.stop())

type SignedIn = Client & { readonly access: string }

/** Sends an `execute` that can be given up. Unlike `fetch`, it may take any time to connect. */
function send(query: string, { access }: SignedIn, signal: AbortSignal): Promise<unknown> {
  const headers = { authorization: `Bearer ${access}` }
  const request = httpRequest(new URL(`${QUERIES}${query}/execute/`, runs.app.url), {
    method: 'POST',
    headers,
    signal,
  }).end()
  return once(request, 'response')
}

async function silentQuery() {
  const other = await startOtherController()
  other.faults.add({ kind: 'hang' })
  const query = await runs.save(TENANTS, await runs.connect({ name: `silent ${other.url}`, host: other.url }))
  return { query, sent: () => other.requests.filter(({ kind }) => kind === 'data').length, faults: other.faults }
}

it("sixty runs of one user that hang do not hold up another user's run", async () => {
  const silent = await silentQuery()
  const [viewer, other] = [await runs.app.userOf('viewer'), await runs.app.userOf('viewer')]
  const query = await runs.save(TENANTS)
  const giveUp = new AbortController()
  let answered = 0
  const hanging = Array.from({ length: 60 }, () => send(silent.query, viewer, giveUp.signal).then(() => answered++))
  const ended = Promise.allSettled(hanging)
  await vi.waitFor(() => expect(silent.sent()).toBe(3), patient)

  const reply = await runs.execute(query, {}, other)

  expect(reply.body).toMatchObject({ status: 'success', row_count: 1 })
  expect([answered, silent.sent()]).toEqual([0, 3])
  giveUp.abort()
  await ended
  // Those that waited leave a trace, too.
  await vi.waitFor(async () => {
    const { count } = (await runs.editor.get(`${LOGS}?saved_query=${silent.query}&status=failure`)).body
    expect(count).toBeGreaterThan(3)
  }, patient)
  expect(silent.sent()).toBe(3)
})

it('a run that waits for its turn starts when an earlier one of its user ends', async () => {
  const silent = await silentQuery()
  const viewer = await runs.app.userOf('viewer')
  const giveUp = new AbortController()
  const hanging = Array.from({ length: 3 }, () => send(silent.query, viewer, giveUp.signal))
  const ended = Promise.allSettled(hanging)
  await vi.waitFor(() => expect(silent.sent()).toBe(3), patient)
  const waiting = runs.execute(await runs.save(TENANTS), {}, viewer)

  giveUp.abort()
  await ended

  expect((await waiting).body).toMatchObject({ status: 'success' })
})

it('bad input is a 400 and runs nothing, also for a run that had to wait', async () => {
  const viewer = await runs.app.userOf('viewer')
  const query = await runs.save({ nodes: [{ id: 't' }] })

  const replies = await Promise.all(Array.from({ length: 6 }, () => runs.execute(query, {}, viewer)))

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 400))
  expect((await runs.editor.get(`${LOGS}?saved_query=${query}`)).body.count).toBe(0)
})

it("a viewer's background runs that hold all places let another user's run begin at the next free one", async () => {
  const silent = await silentQuery()
  const [viewer, other] = [await runs.app.userOf('viewer'), await runs.app.userOf('viewer')]
  await viewer.patch(TASK_SETTINGS, { max_concurrent_background: 8 })
  const start = async (user: Client, query: string): Promise<string> =>
    (await user.post(`${QUERIES}${query}/execute_background/`, {})).body.execution_id
  const heavy: string[] = []
  for (let number = 0; number < 8; number++) heavy.push(await start(viewer, silent.query))
  await vi.waitFor(() => expect(silent.sent()).toBe(4), patient)
  const quick = [await start(other, await runs.save(TENANTS)), await start(other, await runs.save(TENANTS))]

  const first = await runs.log(heavy[0]!)
  await viewer.post(`${PIPELINES}${first.pipeline_execution}/cancel/`, {})

  const logOf = async (id: string) => runs.log(id)
  await vi.waitFor(async () => {
    for (const id of quick) expect(await logOf(id)).toMatchObject({ status: 'success' })
  }, patient)
  await vi.waitFor(() => expect(silent.sent()).toBe(5), patient)
  const begun = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(logOf)))
      .flatMap(({ started_at }) => (started_at === null ? [] : Date.parse(started_at)))
      .toSorted((one, other) => one - other)
  // Both before the fifth of the viewer: with three of four places, the viewer has more than half.
  expect((await begun(quick)).at(-1)).toBeLessThanOrEqual((await begun(heavy)).at(-1)!)
  await Promise.all(
    heavy.map(async (id) => viewer.post(`${PIPELINES}${(await logOf(id)).pipeline_execution}/cancel/`, {})),
  )
})

it('a run whose turn at the controller does not come says so, and does not ask for a narrower query', async () => {
  const crowded = await startRuns({ env: { SYNC_QUERY_TIMEOUT_SECONDS: '4' } })
  onTestFinished(crowded.stop)
  const query = await crowded.save(TENANTS, await crowded.connect({ name: 'narrow', max_parallel_requests: 1 }))
  // Afterwards the threads have started.
  await vi.waitFor(async () => expect((await crowded.execute(query)).body.status).toBe('success'), patient)
  crowded.controller.faults.add({ kind: 'hang' })
  await crowded.editor.post(`${QUERIES}${query}/execute_background/`, {})
  await vi.waitFor(() => expect(crowded.controller.counters.running).toBe(1), patient)

  const [run] = (await Promise.all([1, 2].map(() => crowded.execute(query)))).map(({ body }) => body)

  const log = await crowded.log(run.execution_id)
  expect(log).toMatchObject({ status: 'timeout', reason: 'deadline', waited_ms: run.waited_ms })
  expect(run.error_message).toMatch(
    /Waited \d s for its turn (at the controller|on the server), which did not come\. Run it again later\.$/,
  )
  // A timer may be a millisecond early by the clock.
  expect(run.waited_ms).toBeGreaterThanOrEqual(3_990)
  expect(crowded.controller.counters.maxConcurrent).toBe(1)
})
