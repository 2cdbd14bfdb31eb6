import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import type { FaultRule } from '@heddle/simulators/controller/faults/fault-rule.ts'
import { type Runs, startOtherController, startRuns } from '../../testing/start-runs.ts'

const OBJECTS = 450
const MAX_ROWS = 1_000
// The controller refuses more than 100 objects at once, so that even a small class needs several pages.
const PAGE = 'page-size=80'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ env: { MAX_RESULT_ROWS: String(MAX_ROWS) }, controller: { limits: { maxObjects: 100 } } })
  for (let number = 0; number < OBJECTS; number++) addBd(number)
  runs.controller.store.add('fvTenant', 'uni/tn-A', {})
})
afterAll(() => runs.stop())
afterEach(() => {
  runs.controller.faults.clear()
  runs.controller.resetCounters()
})

const addBd = (number: number) =>
  runs.controller.store.add('fvBD', `uni/tn-A/BD-${String(number).padStart(4, '0')}`, {})
const BDS = { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] }
const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

type Reply = Awaited<ReturnType<Runs['run']>>

/** Every failure is reported the same way in the reply and in the log, and leaves a working server. */
async function expectFailure(
  reply: Reply,
  reason: string,
  message: RegExp,
  connection: string | null = 'lab',
): Promise<void> {
  expect(reply).toMatchObject({ status: 'failure', reason, row_count: 0, results: [], columns: [] })
  expect(reply.error_message).toMatch(message)
  if (connection === null) expect(reply.error_message).not.toContain('Connection')
  else expect(reply.error_message.startsWith(`Connection "${connection}": `)).toBe(true)
  expect(await runs.log(reply.execution_id)).toMatchObject({
    status: 'failure',
    reason,
    error_message: reply.error_message,
  })
  runs.controller.faults.clear()
  expect(await runs.run(TENANTS)).toMatchObject({ status: 'success', row_count: 1 })
  expect(runs.app.log() + JSON.stringify(reply)).not.toContain(DEFAULT_PASSWORD)
}

describe('answers that do not come from a controller', () => {
  it.each<[string, FaultRule, string, RegExp]>([
    ['an HTML login page', { kind: 'login_page' }, 'unreachable', /fvTenant: .*web page/],
    ['a page not found', { kind: 'html', status: 404 }, 'unreachable', /fvTenant: .*HTTP 404/],
    ['a garbled answer', { kind: 'error', status: 200, code: '', text: '' }, 'bad_filter', /fvTenant/],
  ])('fail the run immediately: %s', async (_, fault, reason, message) => {
    runs.controller.faults.add(fault)

    await expectFailure(await runs.run(TENANTS), reason, message)
  })

  it.each<[string, FaultRule, string, RegExp]>([
    ['a web server that throttles', { kind: 'html', status: 503 }, 'busy', /fvTenant: .*HTTP 503/],
    ['answers cut off in the middle', { kind: 'truncated' }, 'unreachable', /fvTenant: .*truncated/],
    ['connections that break', { kind: 'reset' }, 'unreachable', /fvTenant: /],
  ])('fail the run when they persist: %s', async (_, fault, reason, message) => {
    const active = runs.controller.faults.add(fault)

    const reply = await runs.run(TENANTS)

    expect(active.struck).toBeGreaterThan(1)
    await expectFailure(reply, reason, message)
  })

  it.each<[FaultRule]>([[{ kind: 'html', status: 503 }], [{ kind: 'truncated' }], [{ kind: 'drop' }]])(
    'do not fail the run when they are temporary: %j',
    async (fault) => {
      runs.controller.faults.add({ ...fault, next: 1 })

      expect(await runs.run(TENANTS)).toMatchObject({ status: 'success', row_count: 1 })
    },
  )
})

describe('a request that the controller refuses', () => {
  it.each([
    ['an unknown class', { id: 'x', class_name: 'fvNothing' }, 'unknown_class', /fvNothing/],
    [
      'an unknown value',
      { id: 'x', class_name: 'faultInst', filters: [{ property: 'severity', operator: 'eq', value: 'nonsense' }] },
      'bad_filter',
      /faultInst.*nonsense/,
    ],
    [
      'an unknown property',
      { id: 'x', class_name: 'fvBD', filters: [{ property: 'colour', operator: 'eq', value: 'blue' }] },
      'bad_filter',
      /fvBD.*colour|colour.*fvBD/,
    ],
    ['an impossible scope', { id: 'x', class_name: 'fvBD', scope_dn: 'nowhere/tn-A' }, 'bad_filter', /fvBD.*nowhere/],
  ])("fails the run with the controller's message: %s", async (_, node, reason, message) => {
    await expectFailure(await runs.run({ nodes: [node] }), reason, message)
  })

  it('names the class that failed among several', async () => {
    runs.controller.faults.add({ kind: 'error', status: 400, code: '1', text: 'odd', path: 'fvTenant' })
    const nodes = [...TENANTS.nodes, { id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-A' }]

    await expectFailure(
      await runs.run({ nodes, edges: [{ id: 'e', source: 't', target: 'bd' }] }),
      'bad_filter',
      /: fvTenant: .*odd/,
    )
  })
})

describe('pages that are too big for the controller', () => {
  it('are halved until they fit', async () => {
    const reply = await runs.run(BDS)

    expect(reply).toMatchObject({ status: 'success', row_count: OBJECTS, warnings: [] })
    expect(new Set(reply.results.map(({ dn }: { dn: string }) => dn)).size).toBe(OBJECTS)
    const sizes = runs.controller.requests.flatMap(({ query }) => /page-size=(\d+)/.exec(query)?.[1] ?? [])
    expect([...new Set(sizes)].map(Number)).toEqual([10_240, 5_120, 2_560, 1_280, 640, 320, 160, 80])
  })

  it('fail the run when even the smallest page does not fit', async () => {
    runs.controller.faults.add({ kind: 'too_big', abovePageSize: 50 })

    await expectFailure(await runs.run(BDS), 'too_big', /fvBD: .*too big/)
  })

  it('are halved in the middle of a run from that point on', async () => {
    const other = await startOtherController({ limits: { maxObjects: 200 } })
    for (let number = 0; number < OBJECTS; number++) other.store.add('fvBD', `uni/tn-A/BD-${number}`, {})
    other.faults.add({ kind: 'too_big', path: 'page=1&page-size=160', next: 1 })

    const reply = await runs.run(BDS, {}, await runs.connect({ name: 'halved later', host: other.url }))

    expect(reply).toMatchObject({ status: 'success', row_count: OBJECTS, warnings: [] })
    expect(other.requests.at(-1)!.query).toContain('page=5&page-size=80')
  })
})

describe('a controller session', () => {
  it('is renewed once for all requests when it ends in the middle of a run', async () => {
    await runs.run(TENANTS)
    runs.controller.resetCounters()
    runs.controller.faults.add({ kind: 'invalid_token', path: `page=1&${PAGE}`, next: 1 })

    const reply = await runs.run(BDS)

    expect(reply).toMatchObject({ status: 'success', row_count: OBJECTS })
    expect(runs.controller.counters).toMatchObject({ logins: 1, doubledCookies: 0 })
  })

  it('fails with a wrong password, which appears nowhere', async () => {
    const connection = await runs.connect({ name: 'wrong', password: 'the wrong words' })

    const reply = await runs.run(BDS, {}, connection)

    await expectFailure(reply, 'login_failed', /fvBD: .*FAILED local authentication/, 'wrong')
    expect(runs.app.log() + JSON.stringify(reply)).not.toContain('the wrong words')
    const tokens = runs.controller.requests.map(({ url }) => url)
    expect(tokens.join()).not.toContain('APIC-cookie')
  })
})

describe('objects created and deleted between pages', () => {
  afterEach(() => {
    runs.controller.store.delete('uni/tn-A/BD-0000x')
    for (let number = 0; number < OBJECTS; number++)
      if (!runs.controller.store.get(`uni/tn-A/BD-${String(number).padStart(4, '0')}`)) addBd(number)
  })

  it('create no duplicates when they are new, and the run warns', async () => {
    const change = () => runs.controller.store.add('fvBD', 'uni/tn-A/BD-0000x', {})
    runs.controller.faults.add({ kind: 'change', change, path: `page=1&${PAGE}`, next: 1 })

    const reply = await runs.run(BDS)

    expect(reply).toMatchObject({ status: 'success', row_count: OBJECTS, warnings: ['changed_during_read'] })
    expect(new Set(reply.results.map(({ dn }: { dn: string }) => dn)).size).toBe(OBJECTS)
    expect(await runs.log(reply.execution_id)).toMatchObject({ warnings: ['changed_during_read'] })
  })

  it('may be missing when they were deleted, and the run warns', async () => {
    const change = () => [0, 1, 2].forEach((number) => runs.controller.store.delete(`uni/tn-A/BD-000${number}`))
    runs.controller.faults.add({ kind: 'change', change, path: `page=1&${PAGE}`, next: 1 })

    const reply = await runs.run(BDS)

    expect(reply).toMatchObject({ status: 'success', warnings: ['changed_during_read'] })
    // Pages are prefetched, so each boundary between a page from before and one from after may hide three objects.
    expect(reply.row_count).toBeGreaterThanOrEqual(OBJECTS - 3 * 5)
    expect(reply.row_count).toBeLessThanOrEqual(OBJECTS)
  })
})

describe('an empty page although more objects are expected', () => {
  it('is requested again', async () => {
    runs.controller.faults.add({ kind: 'empty_page', path: `page=1&${PAGE}`, next: 2 })

    expect(await runs.run(BDS)).toMatchObject({ status: 'success', row_count: OBJECTS })
  })

  it('fails the run when it stays empty', async () => {
    runs.controller.faults.add({ kind: 'empty_page', path: `page=1&${PAGE}` })

    await expectFailure(await runs.run(BDS), 'busy', /fvBD: .*empty page although 370 more objects were expected/)
  })

  it('fails the run when it is the first page and a count says that there are objects', async () => {
    const active = runs.controller.faults.add({ kind: 'empty_page', path: 'page=' })

    const reply = await runs.run(TENANTS)

    const counts = runs.controller.requests.filter(({ query }) => query.includes('rsp-subtree-include=count'))
    expect([active.struck, counts.length]).toEqual([3, 1])
    await expectFailure(reply, 'busy', /fvTenant: .*empty page although 1 more objects were expected/)
  })
})

describe('a page with fewer objects than its total says', () => {
  it('is requested again', async () => {
    runs.controller.faults.add({ kind: 'short_page', missing: 3, path: `page=1&${PAGE}`, next: 2 })

    expect(await runs.run(BDS)).toMatchObject({ status: 'success', row_count: OBJECTS, warnings: [] })
  })

  it('fails the run when it stays short', async () => {
    runs.controller.faults.add({ kind: 'short_page', missing: 3, path: `page=1&${PAGE}` })

    await expectFailure(
      await runs.run(BDS),
      'busy',
      /fvBD: The controller returned 77 objects on a page that should have 80/,
    )
  })

  it('fails the run when objects are listed twice, and so others not at all', async () => {
    runs.controller.faults.add({ kind: 'repeated_object', path: `page=1&${PAGE}` })

    await expectFailure(
      await runs.run(BDS),
      'incomplete',
      /fvBD: The controller counts 450 objects but listed 371 different ones/,
    )
  })
})

describe('an unreachable controller', () => {
  it('fails the run as unreachable', async () => {
    const other = await startOtherController()
    const connection = await runs.connect({ name: 'gone', host: other.url })
    await other.pause()

    await expectFailure(await runs.run(BDS, {}, connection), 'unreachable', /fvBD: /, 'gone')
  })

  it('works again as soon as it is back', async () => {
    const other = await startOtherController()
    other.store.add('fvBD', 'uni/tn-A/BD-x', {})
    const connection = await runs.connect({ name: 'back', host: other.url })
    await runs.run(BDS, {}, connection)
    await other.pause()
    const failed = await runs.run(BDS, {}, connection)
    await other.resume()

    const reply = await runs.run(BDS, {}, connection)

    expect([failed.reason, reply.status, reply.row_count]).toEqual(['unreachable', 'success', 1])
  })
})

describe('the row limit', () => {
  it('fails a class scan and says what to narrow', async () => {
    const other = await startOtherController()
    for (let number = 0; number <= MAX_ROWS; number++) other.store.add('fvBD', `uni/tn-A/BD-${number}`, {})
    const connection = await runs.connect({ name: 'big', host: other.url })

    await expectFailure(
      await runs.run(BDS, {}, connection),
      'too_big',
      /fvBD returns more than 1000 rows: narrow it with a filter or a scope/,
      'big',
    )
  })

  it('fails a join and names its edge', async () => {
    const nodes = [
      { id: 'a', class_name: 'fvBD', properties: ['name', 'mtu'] },
      { id: 'b', class_name: 'fvBD' },
    ]
    const edges = [{ id: 'square', source: 'a', target: 'b', kind: 'match', on: { source: 'mtu', target: 'mtu' } }]

    await expectFailure(await runs.run({ nodes, edges }), 'too_big', /square returns more than 1000 rows: narrow/, null)
  })

  it('fails a step and names it', async () => {
    const drawing = {
      nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }],
      post_processors: [
        { id: 'list', type: 'fill', config: { columns: ['name'], value: '' } },
        { id: 'letters', type: 'compute', config: { column: 'letters', expression: '"a,b,c"' } },
        { id: 'apart', type: 'explode', config: { column: 'letters' } },
      ],
    }

    await expectFailure(await runs.run(drawing), 'too_big', /apart \(explode\)/, null)
  })
})

it('twenty concurrent runs share one login and four requests at a time', async () => {
  const other = await startOtherController({ latencyMs: 20 })
  other.store.add('fvBD', 'uni/tn-A/BD-x', {})
  const query = await runs.save(BDS, await runs.connect({ name: 'shared', host: other.url }))

  const replies = await Promise.all(Array.from({ length: 20 }, () => runs.execute(query)))

  expect(replies.map(({ body }) => [body.status, body.row_count])).toEqual(
    Array.from({ length: 20 }, () => ['success', 1]),
  )
  expect(other.counters).toMatchObject({ logins: 1, maxConcurrent: expect.toSatisfy((most: number) => most <= 4) })
})
