import { describe, expect, it } from 'vitest'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import type { TableAccess, Fetch, PlanTable } from '@heddle/domain/query/plan.ts'
import { fetchTables } from './fetch-tables.ts'
import { storeHost } from '../../testing/executions/store-host.ts'

const table = (id: string, class_name: string, parts: Partial<PlanTable> = {}): PlanTable => ({
  id,
  node_id: id,
  class_name,
  properties: ['name'],
  pushed: undefined,
  local: undefined,
  scope_dn: undefined,
  ...parts,
})
const fetchOf = (access: TableAccess, ...tables: PlanTable[]): Fetch => ({
  index: 0,
  tables,
  access,
  split_by: [],
  after: [],
  estimated_rows: 1,
})
const classQuery = (class_name: string): ControllerQuery => ({
  target: { kind: 'class', class_name },
  order_by: class_name,
})

function fabric(options: { maxObjects?: number } = {}) {
  const fake = storeHost(options)
  for (const tenant of ['a', 'b']) {
    fake.store.add('fvTenant', `uni/tn-${tenant}`, {})
    for (const name of ['app', 'web']) {
      fake.store.add('fvBD', `uni/tn-${tenant}/BD-${name}`, {})
      fake.store.add('fvSubnet', `uni/tn-${tenant}/BD-${name}/subnet-[10.0.0.1/24]`, {})
    }
  }
  return fake
}

async function read(
  fake: ReturnType<typeof fabric>,
  fetch: Fetch,
  parts: Partial<Parameters<typeof fetchTables>[1]> = {},
) {
  const nothing = () => undefined
  const tables = await fetchTables(fetch, {
    get: (path) => fake.host.get('lab', path),
    pause: () => Promise.resolve(true),
    tables: new Map(),
    maxRows: 100,
    checkMemory: nothing,
    onPath: nothing,
    onProgress: nothing,
    onWarning: nothing,
    ...parts,
  })
  return Object.fromEntries([...tables].map(([id, rows]) => [id, rows.map(({ dn, values }) => [dn, values])]))
}

describe('reading tables', () => {
  it('keeps only the requested properties', async () => {
    const rows = await read(fabric(), fetchOf({ kind: 'query', query: classQuery('fvTenant') }, table('t', 'fvTenant')))

    expect(rows).toEqual({
      t: [
        ['uni/tn-a', { name: 'a' }],
        ['uni/tn-b', { name: 'b' }],
      ],
    })
  })

  it('finds no objects of an optional class that the controller does not know, and says so', async () => {
    const warnings: string[] = []
    const optional = table('x', 'fvNew', { optional: true })
    const refused = (path: string) =>
      path.includes('fvNew')
        ? Promise.resolve({
            ok: false as const,
            failure: { reason: 'unknown_class' as const, message: 'unresolved class for fvNew' },
          })
        : fabric().host.get('lab', path)
    const union: TableAccess = {
      kind: 'union',
      parts: ['fvNew', 'fvTenant'].map((name) => ({
        class_names: [name],
        access: { kind: 'query', query: classQuery(name) },
        local: undefined,
      })),
    }

    const parts = { get: refused, onWarning: (warning: string) => void warnings.push(warning) }
    const alone = await read(fabric(), fetchOf({ kind: 'query', query: classQuery('fvNew') }, optional), parts)
    const united = await read(fabric(), fetchOf(union, { ...optional, class_names: ['fvNew', 'fvTenant'] }), parts)

    expect(alone).toEqual({ x: [] })
    expect(united['x']).toHaveLength(2)
    const warning = 'class_absent: the controller does not know fvNew, so there are no such objects'
    expect(warnings).toEqual([warning, warning])
    await expect(
      read(fabric(), fetchOf({ kind: 'query', query: classQuery('fvNew') }, table('x', 'fvNew')), parts),
    ).rejects.toThrow('unresolved class')
  })

  it('applies the filters and scopes that the controller did not', async () => {
    const local = { property: 'name', operator: 'matches', value: '^w' } as const

    const rows = await read(
      fabric(),
      fetchOf({ kind: 'query', query: classQuery('fvBD') }, table('bd', 'fvBD', { local, scope_dn: 'uni/tn-b' })),
    )

    expect(rows).toEqual({ bd: [['uni/tn-b/BD-web', { name: 'web' }]] })
  })

  it('finds the other tables among the children of a nested answer', async () => {
    const subtree = { depth: 'full', classes: ['fvBD', 'fvSubnet'], required: true } as const
    const query: ControllerQuery = { target: { kind: 'mo', dn: 'uni/tn-a' }, subtree, order_by: 'fvTenant' }

    const rows = await read(
      fabric(),
      fetchOf(
        { kind: 'nested', query },
        table('t', 'fvTenant'),
        table('bd', 'fvBD'),
        table('s', 'fvSubnet', { properties: ['ip'] }),
      ),
    )

    expect(Object.entries(rows).map(([id, found]) => [id, found.length])).toEqual([
      ['t', 1],
      ['bd', 2],
      ['s', 2],
    ])
    expect(rows.s).toContainEqual(['uni/tn-a/BD-app/subnet-[10.0.0.1/24]', { ip: '10.0.0.1/24' }])
  })

  it('finds nested objects of a subclass', async () => {
    const fake = fabric()
    fake.store.add('faultInst', 'uni/tn-a/BD-app/fault-F0467', { severity: 'major' })
    const subtree = { depth: 'children', classes: ['faultInfo'], required: true } as const
    const query: ControllerQuery = { target: { kind: 'class', class_name: 'fvBD' }, subtree, order_by: 'fvBD' }
    const faults = table('f', 'faultInfo', { properties: ['severity'], member_classes: ['faultInst', 'faultDelegate'] })

    const rows = await read(fake, fetchOf({ kind: 'nested', query }, table('bd', 'fvBD'), faults))

    expect(rows.f).toEqual([['uni/tn-a/BD-app/fault-F0467', { severity: 'major' }]])
  })

  describe('of nested objects without rn and dn', () => {
    const child = (className: string, attributes: object, children: object[] = []) => ({
      [className]: { attributes, children },
    })
    const answering = (...children: object[]) => {
      const imdata = [{ fvTenant: { attributes: { dn: 'uni/tn-a', name: 'a' }, children } }]
      const body = new TextEncoder().encode(JSON.stringify({ totalCount: '1', imdata }))
      return { get: async () => ({ ok: true, body }) as const }
    }
    const query: ControllerQuery = {
      target: { kind: 'mo', dn: 'uni/tn-a' },
      subtree: { depth: 'full', classes: ['fvSubnet'], required: true },
      order_by: 'fvTenant',
    }
    const tables = [table('t', 'fvTenant'), table('s', 'fvSubnet', { properties: ['ip'] })] as const
    const subnet = child('fvSubnet', { ip: '10.0.0.1/24' })

    it('names them by the built-in table', async () => {
      const rows = await read(
        fabric(),
        fetchOf({ kind: 'nested', query }, ...tables),
        answering(child('fvBD', { name: 'web' }, [subnet])),
      )

      expect(rows.s).toEqual([['uni/tn-a/BD-web/subnet-[10.0.0.1/24]', { ip: '10.0.0.1/24' }]])
    })

    it("names them by the plan's RN formats, which come first", async () => {
      const access = { kind: 'nested', query, rn_formats: { newBD: 'newBD-{name}', fvSubnet: 'sub-[{ip}]' } } as const

      const rows = await read(
        fabric(),
        fetchOf(access, ...tables),
        answering(child('newBD', { name: 'web' }, [subnet])),
      )

      expect(rows.s).toEqual([['uni/tn-a/newBD-web/sub-[10.0.0.1/24]', { ip: '10.0.0.1/24' }]])
    })

    it('fails when a wanted one cannot be named', async () => {
      const reading = read(
        fabric(),
        fetchOf({ kind: 'nested', query }, ...tables),
        answering(child('newBD', { name: 'web' }, [subnet])),
      )

      await expect(reading).rejects.toMatchObject({
        failure: { reason: 'incomplete', message: expect.stringMatching(/fvSubnet/) },
      })
    })

    it('ignores others that cannot be named', async () => {
      const children = [child('faultCounts', {}), child('fvBD', { name: 'web' }, [subnet])]

      const rows = await read(fabric(), fetchOf({ kind: 'nested', query }, ...tables), answering(...children))

      expect(rows.s).toHaveLength(1)
    })
  })

  it('keeps each object once, even if several requests return it', async () => {
    const fake = fabric()
    const keys = { by: 'values', from: 'other', from_property: 'v', property: 'name' } as const
    const access: TableAccess = { kind: 'semi_join', keys, max_keys: 50, otherwise: classQuery('fvBD') }
    // 25 values need two requests; two of them are in the store.
    const from = Array.from({ length: 25 }, (_, index) => ({
      dn: `x-${index}`,
      class_name: 'x',
      values: { v: ['web', 'app'][index] ?? `v${index}` },
    }))

    const rows = await read(fake, fetchOf(access, table('bd', 'fvBD')), { tables: new Map([['other', from]]) })

    expect(fake.paths).toHaveLength(2)
    expect(rows.bd).toHaveLength(4)
  })

  it('reads each group of values with a request of its own', async () => {
    const fake = fabric()
    const named = (value: string) => ({ op: 'eq', class_name: 'fvBD', property: 'name', value }) as const
    const access: TableAccess = {
      kind: 'query',
      query: classQuery('fvBD'),
      groups: [named('web'), named('nothing'), named('app')],
    }

    const rows = await read(fake, fetchOf(access, table('bd', 'fvBD')))

    expect([rows.bd?.length, fake.paths.length]).toEqual([4, 3])
  })

  it('sends no request when there are no groups', async () => {
    const fake = fabric()

    const rows = await read(
      fake,
      fetchOf({ kind: 'query', query: classQuery('fvBD'), groups: [] }, table('bd', 'fvBD')),
    )

    expect([rows, fake.paths]).toEqual([{ bd: [] }, []])
  })

  it('sends no request when there is nothing to match', async () => {
    const fake = fabric()
    const access: TableAccess = {
      kind: 'semi_join',
      keys: { by: 'scopes', from: 'other', depth: 'any' },
      max_keys: 5,
      otherwise: classQuery('fvBD'),
    }

    const rows = await read(fake, fetchOf(access, table('bd', 'fvBD')), { tables: new Map([['other', []]]) })

    expect([rows, fake.paths]).toEqual([{ bd: [] }, []])
  })

  describe('of a class that is too big for any page', () => {
    const bds = (split_by: readonly string[]) => ({
      ...fetchOf({ kind: 'query', query: classQuery('fvBD') }, table('bd', 'fvBD')),
      split_by,
    })
    const tooBig = { ok: false, failure: { reason: 'too_big', message: 'dataset is too big' } } as const
    const refusing = (fake: ReturnType<typeof fabric>, text: string) => ({
      get: async (path: string) => (path.includes(text) ? tooBig : fake.host.get('lab', path)),
    })

    it('reads it below each tenant', async () => {
      const fake = fabric()
      const paths: string[] = []

      const rows = await read(fake, bds(['fvTenant', 'fabricNode']), {
        ...refusing(fake, 'class/fvBD.json?order-by'),
        onPath: (path) => paths.push(path),
      })

      expect(rows.bd).toHaveLength(4)
      expect(paths.slice(1).map((path) => path.replace(/\.json.*/, ''))).toEqual([
        '/api/mo/uni/tn-a',
        '/api/mo/uni/tn-b',
      ])
    })

    it('fails when a count shows that some objects are not below any', async () => {
      const fake = fabric()
      fake.store.add('fvBD', 'uni/elsewhere/BD-lost', {})

      await expect(read(fake, bds(['fvTenant']), refusing(fake, 'class/fvBD.json?order-by'))).rejects.toMatchObject({
        failure: { reason: 'too_big', message: expect.stringContaining('4 of its 5 objects') },
      })
    })

    it.each([
      ['cannot be split', [], 'class/fvBD.json?order-by'],
      ['cannot be counted', ['fvTenant'], 'class/fvBD.json'],
      ['is too big below one tenant', ['fvTenant'], 'fvBD'],
      ['is split by a class that is too big as well', ['fvTenant'], 'page-size'],
    ])('fails when it %s', async (_, split, text) => {
      const fake = fabric()

      await expect(read(fake, bds(split), refusing(fake, text))).rejects.toMatchObject({
        failure: { reason: 'too_big', message: 'dataset is too big' },
      })
    })
  })

  it('sends no further request after a failure', async () => {
    const fake = fabric({ maxObjects: 0 })
    const keys = { by: 'scopes', from: 'other', depth: 'any' } as const
    const from = Array.from({ length: 20 }, (_, index) => ({
      dn: `uni/tn-a/BD-${index}`,
      class_name: 'fvBD',
      values: {},
    }))
    const access: TableAccess = { kind: 'semi_join', keys, max_keys: 20, otherwise: classQuery('fvBD') }
    let asked = 0
    const get = async () => {
      asked++
      return { ok: false, failure: { reason: 'busy', message: 'no' } } as const
    }

    await expect(
      read(fake, fetchOf(access, table('s', 'fvSubnet')), { tables: new Map([['other', from]]), get }),
    ).rejects.toThrow('no')

    expect(asked).toBe(4)
  })

  it('fails above the row limit', async () => {
    const reading = read(fabric(), fetchOf({ kind: 'query', query: classQuery('fvBD') }, table('bd', 'fvBD')), {
      maxRows: 3,
    })

    await expect(reading).rejects.toMatchObject({ failure: { reason: 'too_big' } })
  })

  it('counts the rows kept towards the limit, not the objects read', async () => {
    const local = { property: 'name', operator: 'eq', value: 'web' } as const

    const rows = await read(
      fabric(),
      fetchOf({ kind: 'query', query: classQuery('fvBD') }, table('bd', 'fvBD', { local })),
      { maxRows: 2 },
    )

    expect(rows.bd).toHaveLength(2)
  })
})
