import { describe, expect, it } from 'vitest'
import { readClassTable } from './model/class-table.ts'
import { ObjectStore } from './model/object-store.ts'
import { dnsOf, signIn, startTestController } from './testing/test-client.ts'

const COUNT = 95

function interfaces(): ObjectStore {
  const store = new ObjectStore(readClassTable())
  for (let number = 1; number <= COUNT; number++) {
    const mtu = String(1500 + (number % 5) * 1000)
    store.add('l1PhysIf', `topology/pod-1/node-101/sys/phys-[eth1/${number}]`, {
      id: `eth1/${number}`,
      mtu,
      descr: number % 2 === 0 ? 'even' : 'odd',
    })
  }
  return store
}

async function start() {
  const simulator = await startTestController({ store: interfaces() })
  const get = await signIn(simulator)
  return { simulator, get }
}

type Get = Awaited<ReturnType<typeof start>>['get']

async function readPages(get: Get, options: Record<string, string>, size: number): Promise<string[]> {
  const dns: string[] = []
  for (let page = 0; page * size < COUNT; page++) {
    dns.push(...dnsOf(await get('class/l1PhysIf.json', { ...options, page: String(page), 'page-size': String(size) })))
  }
  return dns
}

describe('paging', () => {
  it('by DN returns each object once, in order', async () => {
    const { get } = await start()

    const dns = await readPages(get, { 'order-by': 'l1PhysIf.dn|asc' }, 10)

    expect(dns).toEqual([...new Set(dns)].sort())
    expect(dns).toHaveLength(COUNT)
  })

  it('without a sort order returns duplicates and misses objects', async () => {
    const { get } = await start()

    const dns = await readPages(get, {}, 10)

    expect(dns).toHaveLength(COUNT)
    expect(new Set(dns).size).toBeLessThan(COUNT)
  })

  it('by a property that is not unique is unsafe too', async () => {
    const { get } = await start()

    const dns = await readPages(get, { 'order-by': 'l1PhysIf.mtu' }, 10)

    expect(new Set(dns).size).toBeLessThan(COUNT)
  })

  it('counts the whole query in totalCount, and ends with an empty page', async () => {
    const { get } = await start()

    const last = await get('class/l1PhysIf.json', { 'order-by': 'l1PhysIf.dn', page: '9', 'page-size': '10' })
    const past = await get('class/l1PhysIf.json', { 'order-by': 'l1PhysIf.dn', page: '10', 'page-size': '10' })

    expect([last, past].map(({ totalCount, objects }) => [totalCount, objects.length])).toEqual([
      ['95', 5],
      ['95', 0],
    ])
  })

  it('requires a page size', async () => {
    const { get } = await start()

    const reading = await get('class/l1PhysIf.json', { page: '3' })

    expect(reading.objects).toHaveLength(COUNT)
  })

  it('reflects objects added and deleted between pages', async () => {
    const { simulator, get } = await start()
    simulator.faults.add({
      kind: 'change',
      after: 1,
      next: 1,
      change: (store) => store.delete('topology/pod-1/node-101/sys/phys-[eth1/1]'),
    })

    const options = { 'order-by': 'l1PhysIf.dn', 'page-size': '50' }
    const [first, second] = [
      await get('class/l1PhysIf.json', { ...options, page: '0' }),
      await get('class/l1PhysIf.json', { ...options, page: '1' }),
    ]

    expect([first.totalCount, second.totalCount]).toEqual(['95', '94'])
    expect(dnsOf(first).length + dnsOf(second).length).toBe(94)
  })
})

describe('order-by', () => {
  it.each([
    ['l1PhysIf.mtu', ['1500', '5500']],
    ['l1PhysIf.mtu|desc', ['5500', '1500']],
    ['l1PhysIf.descr,l1PhysIf.mtu|desc,l1PhysIf.dn', ['5500', '1500']],
  ])('%s compares numbers as numbers', async (sort, [first, last]) => {
    const { get } = await start()

    const { objects } = await get('class/l1PhysIf.json', { 'order-by': sort })

    expect([objects[0]?.attributes['mtu'], objects.at(-1)?.attributes['mtu']]).toEqual([first, last])
  })

  it('accepts the bar both literally and percent-encoded', async () => {
    const { simulator, get } = await start()
    await get('class/l1PhysIf.json', { 'order-by': 'l1PhysIf.dn|desc' })

    expect(simulator.requests.at(-1)?.url).toContain('%7Cdesc')
    expect(simulator.requests.at(-1)?.query).toBe('order-by=l1PhysIf.dn|desc')
  })

  it('is required for a stable order: without it, the same query returns another order each time', async () => {
    const { get } = await start()

    const [first, second] = [dnsOf(await get('class/l1PhysIf.json')), dnsOf(await get('class/l1PhysIf.json'))]

    expect(first).not.toEqual(second)
    expect([...first].sort()).toEqual([...second].sort())
  })
})

describe('time-range', () => {
  it('selects records created within it', async () => {
    const simulator = await startTestController()
    simulator.clock.now = Date.UTC(2026, 5, 10)
    for (const [id, created] of [
      ['1', '2026-06-09T12:00:00.000+00:00'],
      ['2', '2026-06-05T12:00:00.000+00:00'],
      ['3', '2026-01-05T12:00:00.000+00:00'],
    ] as const) {
      simulator.store.add('aaaModLR', `subj-[uni]/mod-${id}`, { created })
    }
    const get = await signIn(simulator)
    const ids = async (range: string) =>
      (await get('class/aaaModLR.json', { 'time-range': range, 'order-by': 'aaaModLR.id' })).objects.map(
        ({ attributes }) => attributes['id'],
      )

    expect(await ids('24h')).toEqual(['1'])
    expect(await ids('1week')).toEqual(['1', '2'])
    expect(await ids('2026-01-01|2026-01-31T00:00:00')).toEqual(['3'])
  })
})
