import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { type Drawing, LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  const { store } = runs.controller
  for (const tenant of ['a', 'b']) store.add('fvTenant', `uni/tn-${tenant}`, { name: tenant })
  store.add('fvBD', 'uni/tn-a/BD-bare', { name: 'bare', arpFlood: '' })
  store.add('fvCtx', 'uni/tn-a/ctx-main', { name: 'main', pcEnfPref: 'enforced' })
  for (const [name, arpFlood, ctx, subnets] of [
    ['db', 'no', 'main', ['10.1.0.1/24']],
    ['web', 'yes', 'main', ['10.2.0.1/24', '10.3.0.1/24']],
    ['lost', 'yes', 'gone', []],
    ['zoo', 'yes', 'main', ['10.4.0.1/24']],
  ] as const) {
    const dn = `uni/tn-a/BD-${name}`
    store.add('fvBD', dn, { name, arpFlood, descr: '' })
    store.add('fvRsCtx', `${dn}/rsctx`, { tDn: `uni/tn-a/ctx-${ctx}`, tnFvCtxName: ctx })
    for (const ip of subnets) store.add('fvSubnet', `${dn}/subnet-[${ip}]`, { ip, scope: 'private' })
  }
})
afterAll(() => runs.stop())

const dnOf = (name: string) => `uni/tn-a/BD-${name}`
const bridges = (parts: object = {}) => ({ id: 'bd', class_name: 'fvBD', properties: ['name', 'arpFlood'], ...parts })
const where = (property: string, operator: string, value: unknown) => ({ property, operator, value })
const step = (id: string, type: string, config: object) => ({ id, type, config })
const draft = (drawing: Drawing) => ({ edges: [], ...drawing })
const ask = (drawing: Drawing, dn: string, body: object = {}, client: Client = runs.editor) =>
  client.post('/api/queries/why/', { dn, draft: draft(drawing), controller_connection: runs.connection, ...body })
const answer = async (...asked: Parameters<typeof ask>) => {
  const { status, body, text } = await ask(...asked)
  expect(status, text).toBe(200)
  return body
}
const SUBNETS = { id: 'e', source: 'bd', target: 's', kind: 'contains' }
const TO_CTX = { id: 'vrf', source: 'bd', target: 'ctx', kind: 'references', through: 'fvRsCtx' }
const ctx = { id: 'ctx', class_name: 'fvCtx', alias: 'VRF', properties: ['name'] }
const subnet = { id: 's', class_name: 'fvSubnet', properties: ['ip'] }

describe('why an object is in a result', () => {
  it('says so of one that is, with its row and what that was made of', async () => {
    const drawing = {
      nodes: [bridges({ primary: true, filters: [where('arpFlood', 'eq', '{{flood=yes}}')] }), ctx, subnet],
      edges: [TO_CTX, SUBNETS],
      post_processors: [
        step('f', 'filter', { filters: [where('s.ip', 'contains', '.3.')] }),
        step('o', 'sort', { by: [{ column: 'name', direction: 'asc' }] }),
        step('l', 'limit', { count: 5 }),
        step('k', 'select', { columns: ['name', 's.ip'] }),
      ],
    }
    const id = await runs.save(drawing)

    const { status, body } = await runs.editor.post(`${QUERIES}${id}/why/`, { dn: dnOf('web') })

    expect(status).toBe(200)
    expect(body).toMatchObject({ dn: dnOf('web'), exists: true, present: true })
    expect(body.stages.map(({ kind, id: of, verdict }: Record<string, string>) => `${kind} ${of} ${verdict}`)).toEqual([
      'scope bd kept',
      'filter bd.filters.0 kept',
      'edge vrf kept',
      'edge e kept',
      ...['f', 'o', 'l', 'k'].map((name) => `step ${name} kept`),
    ])
    expect(body.row).toEqual({ name: 'web', 's.ip': '10.3.0.1/24' })
    expect(body.objects).toEqual([dnOf('web'), 'uni/tn-a/ctx-main', `${dnOf('web')}/subnet-[10.3.0.1/24]`])
  })

  it('asks about a draft of a saved query', async () => {
    const id = await runs.save({ nodes: [bridges({ filters: [where('name', 'eq', 'web')] })] })
    const changed = draft({ nodes: [bridges({ filters: [where('name', 'eq', 'db')] })] })

    const saved = await runs.editor.post(`${QUERIES}${id}/why/`, { dn: dnOf('db') })
    const drawn = await runs.editor.post(`${QUERIES}${id}/why/`, { dn: dnOf('db'), draft: changed })

    expect([saved.body.present, drawn.body.present]).toEqual([false, true])
  })

  it('says that it does not exist, and that nothing was reached', async () => {
    const body = await answer({ nodes: [bridges({ filters: [where('name', 'eq', 'x')] })] }, dnOf('none'))

    expect(body).toMatchObject({ exists: false, present: false, row: null, objects: [] })
    expect(body.stages).toMatchObject([
      { kind: 'scope', verdict: 'not_reached', because: 'There is no object uni/tn-a/BD-none.' },
      { kind: 'filter', verdict: 'not_reached' },
    ])
  })

  it.each<[string, Drawing, string, object]>([
    [
      'the scope',
      { nodes: [bridges({ scope_dn: 'uni/tn-b' })] },
      'db',
      {
        ...{ kind: 'scope', id: 'bd' },
        because: 'The query reads fvBD below uni/tn-b, and uni/tn-a/BD-db is not below it.',
      },
    ],
    [
      'the class',
      { nodes: [{ id: 'c', class_name: 'fvCtx' }] },
      'db',
      { kind: 'scope', id: 'c', because: 'The query reads fvCtx, and the object is of class fvBD.' },
    ],
    [
      'a filter',
      { nodes: [bridges({ filters: [where('name', 'is_set', undefined), where('arpFlood', 'eq', 'yes')] })] },
      'db',
      {
        ...{ kind: 'filter', id: 'bd.filters.1', values: { arpFlood: 'no' } },
        because: 'The filter arpFlood eq "yes" does not hold: arpFlood is "no".',
      },
    ],
    [
      'an edge whose target does not exist',
      { nodes: [bridges({ primary: true }), ctx], edges: [TO_CTX] },
      'lost',
      {
        kind: 'edge',
        id: 'vrf',
        values: { tDn: 'uni/tn-a/ctx-gone' },
        because: 'The edge vrf finds nothing: its fvRsCtx points to uni/tn-a/ctx-gone, where no fvCtx exists.',
      },
    ],
    [
      'an edge that it has no relation for',
      { nodes: [bridges({ primary: true }), ctx], edges: [TO_CTX] },
      'bare',
      { kind: 'edge', id: 'vrf', because: 'The edge vrf finds nothing: this fvBD has no fvRsCtx.' },
    ],
    [
      'an edge from what contains it',
      {
        nodes: [bridges({ primary: true }), { id: 't', class_name: 'fvTenant', filters: [where('name', 'eq', 'b')] }],
        edges: [{ id: 'in', source: 't', target: 'bd', kind: 'contains' }],
      },
      'db',
      {
        ...{ kind: 'edge', id: 'in' },
        because: 'The edge in finds one fvTenant, but name eq "b" does not hold: t.dn is "uni/tn-a" and t.name is "a".',
      },
    ],
    [
      'an edge whose partners are filtered',
      {
        nodes: [bridges({ primary: true }), ctx, { ...subnet, filters: [where('ip', 'contains', '.9.')] }],
        edges: [TO_CTX, SUBNETS],
      },
      'db',
      {
        ...{ kind: 'edge', id: 'e' },
        because:
          'The edge e finds one fvSubnet, but ip contains ".9." does not hold: s.dn is "uni/tn-a/BD-db/subnet-[10.1.0.1/24]" and s.ip is "10.1.0.1/24".',
      },
    ],
    [
      'an edge that wants none',
      { nodes: [bridges({ primary: true }), subnet], edges: [{ ...SUBNETS, join: 'without' }] },
      'db',
      { kind: 'edge', id: 'e', because: 'The edge e wants fvBD without fvSubnet, and there is one.' },
    ],
    [
      'a filter step',
      {
        nodes: [bridges()],
        post_processors: [
          step('c', 'compute', { column: 'label', expression: '"bd " + name' }),
          step('f', 'filter', { filters: [where('label', 'eq', 'bd web')] }),
        ],
      },
      'db',
      {
        ...{ kind: 'step', id: 'f', values: { label: 'bd db' } },
        because: 'Step f: The filter label eq "bd web" does not hold: label is "bd db".',
      },
    ],
    [
      'a limit',
      {
        nodes: [bridges()],
        post_processors: [
          step('o', 'sort', { by: [{ column: 'name', direction: 'desc' }] }),
          step('l', 'limit', { count: 2 }),
        ],
      },
      'db',
      {
        ...{ kind: 'step', id: 'l' },
        because: 'The step l (limit) keeps the first 2 rows, and it is not among them.',
      },
    ],
    [
      'a distinct',
      { nodes: [bridges()], post_processors: [step('d', 'distinct', { columns: ['arpFlood'] })] },
      'zoo',
      {
        ...{ kind: 'step', id: 'd', values: { arpFlood: 'yes' } },
        because: 'The step d (distinct) keeps the first of equal rows, and there is one before it: arpFlood is "yes".',
      },
    ],
    [
      'a filter on its group',
      {
        nodes: [bridges()],
        post_processors: [
          step('g', 'group', { by: ['arpFlood'], aggregates: [{ function: 'count', as: 'n' }] }),
          step('f', 'filter', { filters: [where('n', 'gt', 2)] }),
        ],
      },
      'db',
      { kind: 'step', id: 'f', because: 'Step f: The filter n gt 2 does not hold: n is 1.' },
    ],
  ])('names %s that drops it', async (_, drawing, name, stage) => {
    const body = await answer(drawing, dnOf(name))

    expect(body).toMatchObject({ exists: true, present: false, row: null, objects: [] })
    expect(body.stages.at(-1)).toMatchObject({ verdict: 'dropped', ...stage })
    expect(body.stages.slice(0, -1).every(({ verdict }: { verdict: string }) => verdict === 'kept')).toBe(true)
  })

  it('finds the row of an object in its group', async () => {
    const group = step('g', 'group', { by: ['arpFlood'], aggregates: [{ function: 'count', as: 'n' }] })

    const body = await answer({ nodes: [bridges()], post_processors: [group] }, dnOf('web'))

    expect(body).toMatchObject({ present: true, row: { arpFlood: 'yes', n: 3 }, objects: [dnOf('web')] })
  })

  it('agrees with the rows of a run about every object', async () => {
    const drawing = {
      nodes: [bridges({ primary: true }), subnet],
      edges: [SUBNETS],
      post_processors: [step('l', 'limit', { count: 2 })],
    }
    const { results } = await runs.run(drawing)

    const answers = await Promise.all(['db', 'web', 'lost', 'zoo'].map((name) => answer(drawing, dnOf(name))))

    const present = answers.filter((body) => body.present).map(({ dn }) => dn)
    expect(present).toEqual([...new Set((results as { dn: string }[]).map(({ dn }) => dn))])
  })

  it('reads little, and keeps no log', async () => {
    const logs = async () => (await runs.editor.get(LOGS)).body.count as number
    const before = await logs()
    const asked = runs.controller.requests.length

    await answer({ nodes: [bridges({ primary: true }), subnet], edges: [SUBNETS] }, dnOf('db'))

    expect(await logs()).toBe(before)
    const data = runs.controller.requests.slice(asked).filter(({ kind }) => kind === 'data')
    const paths = data.map(({ path, query }) => `${path}?${query}`)
    expect(paths.length).toBeLessThanOrEqual(3)
    expect(paths.filter((path) => !path.includes(dnOf('db')))).toEqual([])
  })
})

describe('why, in a merged query', () => {
  let other: ControllerSimulator
  let merged: { controller_connections: string[]; merge: true; controller_connection: null }
  beforeAll(async () => {
    other = await startController()
    for (const [name, arpFlood] of [
      ['db', 'yes'],
      ['only', 'no'],
    ] as const)
      other.store.add('fvBD', dnOf(name), { name, arpFlood })
    const second = await runs.connect({ name: 'other', host: other.url })
    merged = { controller_connections: [runs.connection, second], merge: true, controller_connection: null }
  })
  afterAll(() => other.close())

  const verdicts = (stages: any[]) => stages.map(({ id, verdict }) => `${id} ${verdict}`)

  it('says on each connection what becomes of the object, and first where it is in the result', async () => {
    const drawing = { nodes: [bridges({ filters: [where('arpFlood', 'eq', 'yes')] })] }
    const [first, second] = merged.controller_connections

    const body = await answer(drawing, dnOf('db'), merged)
    const only = await answer(drawing, dnOf('only'), merged)

    expect(body).toMatchObject({ controller_connection: second, present: true, row: { '@controller': 'other' } })
    expect(body.connections).toMatchObject([
      { controller_connection: first, name: 'lab', error: null, answer: { exists: true, present: false } },
      { controller_connection: second, name: 'other', error: null, answer: { exists: true, present: true } },
    ])
    expect(verdicts(body.connections[0].answer.stages)).toEqual(['bd kept', 'bd.filters.0 dropped'])
    expect(only).toMatchObject({ controller_connection: second, exists: true, present: false })
    expect(only.connections[0].answer).toMatchObject({ exists: false })
  })

  it('follows the row of each connection through steps over the rows of all', async () => {
    const by = [{ column: 'name', direction: 'asc' }]
    const sorted = [step('o', 'sort', { by: [...by, { column: '@controller', direction: 'asc' }] })]
    const drawing = { nodes: [bridges()], post_processors: [...sorted, step('l', 'limit', { count: 2 })] }
    const grouped = [step('g', 'group', { by: ['name'], aggregates: [{ function: 'count', as: 'n' }] })]
    const shown = (body: any) => body.connections.map(({ answer: { present } }: any) => present)

    // bare and db of the first; db of the other is the third.
    expect(shown(await answer(drawing, dnOf('db'), merged))).toEqual([true, false])
    expect(await answer({ nodes: [bridges()], post_processors: grouped }, dnOf('db'), merged)).toMatchObject({
      present: true,
      row: { name: 'db', n: 2 },
    })
  })

  it('leaves out a connection that cannot be asked, if parts are allowed, and fails otherwise', async () => {
    const dead = await runs.connect({ name: 'dead', host: 'http://127.0.0.1:1' })
    const body = { ...merged, controller_connections: [runs.connection, dead] }

    const all = await ask({ nodes: [bridges()] }, dnOf('db'), body)
    const part = await answer({ nodes: [bridges()] }, dnOf('db'), { ...body, allow_partial: true })

    expect(all).toMatchObject({ status: 502, body: { detail: expect.stringContaining('Connection "dead"') } })
    expect(part).toMatchObject({ present: true, controller_connection: runs.connection })
    expect(part.connections[1]).toMatchObject({ error: expect.stringContaining('dead'), answer: null })
  })

  it('wants several connections said to be merged', async () => {
    const { status, body } = await ask({ nodes: [bridges()] }, dnOf('db'), { ...merged, merge: false })

    expect([status, Object.keys(body)]).toEqual([400, ['merge']])
  })
})

describe('why is refused', () => {
  it('to those who may not run queries', async () => {
    const nobody = await runs.app.userOf(undefined)
    const id = await runs.save({ nodes: [bridges()] })

    expect((await nobody.post(`${QUERIES}${id}/why/`, { dn: 'uni' })).status).toBe(403)
    expect((await ask({ nodes: [bridges()] }, 'uni', {}, nobody)).status).toBe(403)
  })

  it('with all that is wrong at once', async () => {
    const wrong = { nodes: [bridges({ filters: [where('name', 'is', 'x')] })] }

    const { status, body } = await ask(wrong, 'uni//x')
    const missing = await ask({ nodes: [bridges()] }, 'uni//x', { controller_connection: randomUUID() })

    expect(status).toBe(400)
    expect(body).toMatchObject({
      dn: [expect.stringContaining('expected a DN')],
      errors: [{ code: 'unknown_operator' }],
    })
    expect(missing.body).toMatchObject({ dn: [expect.any(String)], controller_connection: [expect.any(String)] })
  })

  it('for a query that does not exist', async () => {
    expect((await runs.editor.post(`${QUERIES}${randomUUID()}/why/`, { dn: 'uni' })).status).toBe(404)
  })

  it('when the controller cannot be asked', async () => {
    const dead = await runs.connect({ name: 'dead', host: 'http://127.0.0.1:1' })

    const { status, body } = await ask({ nodes: [bridges()] }, dnOf('db'), { controller_connection: dead })

    expect(status).toBe(502)
    expect(body).toMatchObject({ reason: 'unreachable', detail: expect.any(String) })
  })

  it('when a part of the query fails', async () => {
    runs.controller.faults.add({
      kind: 'error',
      status: 400,
      code: '1',
      text: 'odd',
      path: 'target-subtree-class=fvSubnet',
      next: 3,
    })

    const { status, body } = await ask({ nodes: [bridges({ primary: true }), subnet], edges: [SUBNETS] }, dnOf('web'))

    expect(status).toBe(502)
    expect(body.detail).toContain('odd')
  })
})
