import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Drawing, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'

const clock = createManualClock('2026-03-02T09:00:00Z')
// In the order of time; as text, the second comes before the first.
const RECORDS = {
  old: '2026-03-01T20:30:00.000+12:00',
  eve: '2026-03-01T01:05:00.000-08:00',
  new: '2026-03-02T08:00:00.000+00:00',
}
const PORTS = ['eth1/10', 'eth1/9', 'eth1/1']
let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
  for (const [id, created] of Object.entries(RECORDS))
    runs.controller.store.add('aaaModLR', `subj-[uni]/mod-${id}`, { id, created })
  for (const id of PORTS)
    runs.controller.store.add('l1PhysIf', `topology/pod-1/node-101/sys/phys-[${id}]`, { id, mtu: '9000' })
})
afterAll(() => runs.stop())

const node = (class_name: string, property: string, filter: object = {}) => ({
  nodes: [{ id: 'n', class_name, properties: [property], filters: Object.keys(filter).length > 0 ? [filter] : [] }],
})
const records = (operator: string, value: unknown) => node('aaaModLR', 'id', { property: 'created', operator, value })
const step = (type: string, config: object) => ({ id: type, type, config })
const found = async (drawing: Drawing, property: string, body: object = {}): Promise<unknown[]> => {
  const reply = await runs.run(drawing, body)
  expect(reply).toMatchObject({ error_message: null, warnings: [] })
  return reply.results.map((row: Record<string, unknown>) => row[property])
}
const ids = (drawing: Drawing, body: object = {}) => found(drawing, 'id', body)
const checks = async (drawing: Drawing): Promise<{ code: string; path: string }[]> =>
  (await runs.editor.post(`${QUERIES}${await runs.save(drawing)}/validate/`, {})).body.errors

describe('time', () => {
  it.each([
    ['since', '24h', ['eve', 'new']],
    ['since', '1w', ['eve', 'new', 'old']],
    ['since', '2026-03-02T05:00:00+05:00', ['new']],
    ['ge', '{{now-24h}}', ['eve', 'new']],
    ['lt', '{{now-1d}}', ['old']],
    ['gt', '{{now}}', []],
    ['between', ['{{now-24h}}', '{{now-2h}}'], ['eve']],
  ])('created %s %j finds %j, whatever the offsets of the records', async (operator, value, expected) => {
    expect(await ids(records(operator, value))).toEqual(expected)
  })

  it('asks the controller for no more than a day too much', async () => {
    const { actual_query_path } = await runs.run(records('since', '24h'))

    expect(actual_query_path).toContain('ge(aaaModLR.created,"2026-02-28T09:00:00")')
  })

  it('takes the span from a variable', async () => {
    const drawing = records('since', '{{span=1w}}')

    expect([await ids(drawing), await ids(drawing, { variables: { span: '2h' } })]).toEqual([
      ['eve', 'new', 'old'],
      ['new'],
    ])
  })

  it('means the same in steps and expressions', async () => {
    const column = { nodes: [{ id: 'n', class_name: 'aaaModLR', properties: ['id', 'created'] }] }
    const since = step('filter', { filters: [{ property: 'created', operator: 'since', value: '24h' }] })
    const expression = step('filter', { expression: 'now() - timestamp(created) < duration("24h")' })

    expect(await ids({ ...column, post_processors: [since] })).toEqual(['eve', 'new'])
    expect(await ids({ ...column, post_processors: [expression] })).toEqual(['eve', 'new'])
    expect(await ids({ ...column, post_processors: [step('sort', { by: [{ column: 'created' }] })] })).toEqual([
      'old',
      'eve',
      'new',
    ])
  })

  it('has names that no variable can take, and values that are checked', async () => {
    const answer = await runs.execute(await runs.save(records('ge', '{{now}}')), { variables: { now: 'x' } })

    expect(answer.status).toBe(400)
    expect(await checks(records('since', 'yesterday'))).toMatchObject([{ code: 'bad_value' }])
  })
})

describe('addresses', () => {
  const subnets = (operator: string, value: string) =>
    found(node('fvSubnet', 'ip', { property: 'ip', operator, value }), 'ip')

  it.each([
    ['in_subnet', '10.0.0.0/23', ['10.0.0.1/24', '10.0.1.1/24', '10.0.0.1/24']],
    ['contains_ip', '10.0.2.77', ['10.0.2.1/24']],
    ['overlaps', '10.0.1.128/25', ['10.0.1.1/24']],
    ['overlaps', '2001:db8::/32', []],
  ])('%s %s', async (operator, value, expected) => {
    expect(await subnets(operator, value)).toEqual(expected)
  })

  it('are checked before anything runs', async () => {
    expect(
      await checks(node('fvSubnet', 'ip', { property: 'ip', operator: 'in_subnet', value: '10.0.0.0/33' })),
    ).toMatchObject([{ code: 'bad_value' }])
  })
})

describe('numbers and text', () => {
  it.each<[string, unknown, number]>([
    ['eq', 9000, 4],
    ['eq', '9000', 4],
    ['eq', 9000.5, 0],
    ['eq', '9000.0', 0],
    ['in', ['9000', 1500], 5],
    ['ne', '9000', 1],
    ['ne', 9000, 1],
    ['gt', '1500', 4],
  ])('mtu %s %j finds %i objects, without a class model', async (operator, value, count) => {
    expect(await found(node('fvBD', 'mtu', { property: 'mtu', operator, value }), 'mtu')).toHaveLength(count)
  })

  it('sorts ports naturally, and by code on request', async () => {
    const sorted = (order: object) => ({
      ...node('l1PhysIf', 'id'),
      post_processors: [step('sort', { by: [{ column: 'id', ...order }] })],
    })

    expect(await ids(sorted({}))).toEqual(['eth1/1', 'eth1/9', 'eth1/10'])
    expect(await ids(sorted({ order: 'code' }))).toEqual(['eth1/1', 'eth1/10', 'eth1/9'])
  })
})

describe('a cluster with several addresses', () => {
  it('is read at the next one when the first cannot be reached', async () => {
    const cluster = await runs.connect({ name: 'cluster', host: 'http://127.0.0.1:1', hosts: [runs.controller.url] })

    expect(await runs.run(node('fvBD', 'name'), {}, cluster)).toMatchObject({
      status: 'success',
      row_count: 5,
      error_message: null,
    })
  })
})

describe('a span', () => {
  it('ends at the start of each run', async () => {
    const query = await runs.save(records('since', '24h'))
    const rows = async () => (await runs.execute(query)).body.row_count as number
    const before = await rows()

    await clock.leap(10 * MINUTE)

    expect([before, await rows()]).toEqual([2, 1])
  })
})
