import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { installModel } from '../../testing/mim/install-model.ts'

const model = generateModel({ classes: 400 })
const documents = () => model.classNames.map((name) => model.document(name)!)

let app: TestApp
let bare: TestApp
let viewer: Awaited<ReturnType<TestApp['userOf']>>
beforeAll(async () => {
  ;[app, bare] = [await startTestApp(), await startTestApp()]
  await installModel(app.app, documents())
  viewer = await app.userOf('viewer')
}, 120_000)
afterAll(async () => {
  await app.stop()
  await bare.stop()
})

const get = async (path: string) => (await viewer.get(`/api/mim/${path}`)).body
const names = (items: any[]): string[] => items.map((item) => item.name ?? item.class_name)

const LISTS = [
  'search/?q=bd',
  'explorer/tree/',
  'explorer/classes/?names=fvBD',
  'stats/',
  'classes/',
  'classes/search/?q=bd',
  'classes/search/enhanced/?q=bd',
  'classes/roots/',
  'classes/suggest/?q=bd',
  'packages/',
  'packages/top/',
]
const ONES = [
  'explorer/class/fvBD/',
  'explorer/relationships/fvBD/',
  'explorer/class/fvBD/insights/',
  'explorer/ancestors/fvBD/',
  'explorer/connect/?source=fvTenant&target=fvBD',
  'explorer/connectable/?class=fvBD',
  'classes/fvBD/',
  'classes/fvBD/hierarchy/',
  'classes/fvBD/related/',
  'classes/fvBD/children/search/?q=sub',
]

describe('joining classes', () => {
  it('shows the ways to join two classes, in both directions', async () => {
    const down = await get('explorer/connect/?source=fvTenant&target=fvSubnet')
    const along = await get('explorer/connect/?source=fv:BD&target=fvCtx')

    expect(down.contains).toEqual({ forward: 'any', backward: null })
    expect(along.relations).toContainEqual(expect.objectContaining({ through: 'fvRsCtx', direction: 'forward' }))
    expect(Object.keys(along).sort()).toEqual(['contains', 'relations', 'shared'])
  })

  it('finds what can be joined at any depth, and only that', async () => {
    const { class_name, connectable } = await get('explorer/connectable/?class=fvTenant&q=subnet&limit=5')

    expect(class_name).toBe('fvTenant')
    expect(connectable.length).toBeLessThanOrEqual(5)
    expect(connectable).toContainEqual(
      expect.objectContaining({ name: 'fvSubnet', contains: { forward: 'any', backward: null } }),
    )
    for (const { name, contains, relations } of connectable) {
      const ways = await get(`explorer/connect/?source=fvTenant&target=${name}`)
      expect({ contains, relations }).toEqual({ contains: ways.contains, relations: ways.relations })
    }
  })

  it('begins with the classes around a class when nothing is searched for', async () => {
    expect(names((await get('explorer/connectable/?class=fvBD')).connectable)).toEqual(
      expect.arrayContaining(['fvCtx', 'fvSubnet', 'fvTenant']),
    )
  })

  it('names every missing parameter', async () => {
    const [connect, connectable] = [
      await viewer.get('/api/mim/explorer/connect/'),
      await viewer.get('/api/mim/explorer/connectable/?limit=0'),
    ]

    expect([connect.status, Object.keys(connect.body).sort()]).toEqual([400, ['source', 'target']])
    expect([connectable.status, Object.keys(connectable.body).sort()]).toEqual([400, ['class', 'limit']])
  })
})

describe('several classes at once', () => {
  it('are described as one is, in the order they were named', async () => {
    const { results } = await get('explorer/classes/?names=fvCtx,%20fv:BD,noSuchClass,fvCtx,')

    expect(results).toEqual([await get('explorer/class/fvCtx/'), await get('explorer/class/fvBD/')])
  })

  it('are at most 50', async () => {
    const reply = await viewer.get(
      `/api/mim/explorer/classes/?names=${Array.from({ length: 51 }, (_, index) => `fv${index}`).join(',')}`,
    )

    expect([reply.status, reply.body]).toEqual([400, { names: ['51 classes: expected at most 50.'] }])
  })

  it('have to be named', async () => {
    const reply = await viewer.get('/api/mim/explorer/classes/')

    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['names']])
  })
})

describe('every route of the model', () => {
  it.each([...LISTS, ...ONES])('%s requires nothing but a session', async (path) => {
    const outsider = await app.userOf(undefined)

    const statuses = [
      await viewer.get(`/api/mim/${path}`),
      await outsider.get(`/api/mim/${path}`),
      await app.anonymous.get(`/api/mim/${path}`),
    ]

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401])
  })

  it.each(ONES)('%s responds 404 with similar names for an unknown class', async (path) => {
    const reply = await viewer.get(`/api/mim/${path.replace('fvBD', 'fvBDD')}`)

    expect([reply.status, reply.body]).toEqual([
      404,
      { detail: 'There is no class fvBDD in the installed model.', suggestions: expect.arrayContaining(['fvBD']) },
    ])
  })

  it.each(ONES)('%s responds 404 while no model is installed', async (path) => {
    const reply = await bare.admin.get(`/api/mim/${path}`)

    expect([reply.status, reply.body.suggestions]).toEqual([404, []])
  })

  it.each(['%00', '%F0%9F%A6%84', '..%2F..', '__proto__', 'constructor', 'x'.repeat(200)])(
    'rejects the class name %s',
    async (name) => {
      const reply = await viewer.get(`/api/mim/explorer/class/${name}/`)

      expect([reply.status >= 400, reply.status < 500]).toEqual([true, true])
    },
  )
})

describe('without an installed model', () => {
  it('lists are empty and counts are zero', async () => {
    const replies = await Promise.all(LISTS.map((path) => bare.admin.get(`/api/mim/${path}`)))

    expect(replies.map(({ status }) => status)).toEqual(LISTS.map(() => 200))
    expect(replies.map(({ body }) => body)).toEqual([
      { query: 'bd', results: [] },
      { parent: null, nodes: [], generic_count: 0, start: [] },
      { results: [] },
      {
        total_classes: 0,
        total_properties: 0,
        packages: 0,
        relationships: 0,
        last_synced_at: null,
        controller_version: null,
      },
      { count: 0, next: null, previous: null, results: [] },
      { query: 'bd', results: [] },
      { query: 'bd', results: [], packages: [] },
      [],
      { query: 'bd', source: 'search', results: [] },
      [],
      [],
    ])
  })

  it('a level of the tree below a class is not found', async () => {
    expect((await bare.admin.get('/api/mim/explorer/tree/?parent=fvTenant')).status).toBe(404)
  })
})

describe('the explorer', () => {
  it('describes a class with its properties', async () => {
    const detail = await get('explorer/class/fvBD/')

    expect(detail).toMatchObject({
      name: 'fvBD',
      package: 'fv',
      dn_format: 'uni/tn-{name}/BD-{name}',
      context_root: false,
      category: 'configuration',
    })
    expect(detail.properties.find((property: any) => property.name === 'name')).toMatchObject({
      type: 'string',
      required: true,
      naming: true,
    })
    expect(detail.properties.find((property: any) => property.name === 'arpFlood')).not.toHaveProperty('naming')
    expect(await get('classes/fvBD/')).toEqual(detail)
  })

  it('also accepts the name as documents spell it', async () => {
    expect((await get('explorer/class/fv:BD/')).name).toBe('fvBD')
  })

  it('walks down the tree from the root to a subnet', async () => {
    const root = await get('explorer/tree/')
    const universe = await get('explorer/tree/?parent=polUni')
    const domain = await get('explorer/tree/?parent=fvBD')

    expect([root.parent, names(root.nodes)]).toEqual([null, expect.arrayContaining(['polUni', 'fabricTopology'])])
    expect(universe.nodes.find((node: any) => node.class_name === 'fvTenant')).toMatchObject({
      package: 'fv',
      has_children: true,
    })
    expect(names(domain.nodes)).toContain('fvSubnet')
  })

  it('hides generic children, counts them, and shows them on request', async () => {
    const short = await get('explorer/relationships/fvBD/')
    const long = await get('explorer/relationships/fvBD/?include_generic=true')

    expect(short.generic_count).toBeGreaterThan(0)
    expect(long.contained).toHaveLength(short.contained.length + short.generic_count)
    expect(names(long.contained)).toContain('tagTag')
  })

  it('shows both directions of a relation', async () => {
    const { associations: ofDomain } = await get('explorer/relationships/fvBD/')
    const { associations: ofContext } = await get('explorer/relationships/fvCtx/')

    expect(ofDomain).toContainEqual(
      expect.objectContaining({
        direction: 'to',
        relation_class: 'fvRsCtx',
        class_name: 'fvCtx',
        cardinality: 'n-to-1',
      }),
    )
    expect(ofContext.filter((one: any) => one.relation_class === 'fvRsCtx')).toContainEqual(
      expect.objectContaining({ direction: 'from', reverse_class: 'fvRtCtx' }),
    )
  })

  it('finds the way from the root', async () => {
    const { paths } = await get('explorer/ancestors/fvSubnet/')

    expect(names(paths[0])).toEqual(['polUni', 'fvTenant', 'fvBD', 'fvSubnet'])
    expect(paths.length).toBeLessThanOrEqual(20)
  })

  it('notes the key facts about a class', async () => {
    const { class_name, notes } = await get('explorer/class/fvBD/insights/')

    expect(class_name).toBe('fvBD')
    expect(notes.length).toBeGreaterThan(2)
    expect(new Set(notes.map((note: any) => note.source))).toEqual(new Set(['model']))
  })

  it('counts what the model holds', async () => {
    const stats = await get('stats/')

    expect(stats).toMatchObject({
      total_classes: 400,
      controller_version: '611',
      last_synced_at: expect.stringMatching(/\+00:00$/),
    })
    expect(stats.packages).toBe((await get('packages/')).length)
    expect([stats.total_properties > 4_000, stats.relationships > 1_000]).toEqual([true, true])
  })
})

describe('the search', () => {
  it.each(['fvBD', 'fvbd', 'BD', 'bridge domain', 'Bridge Domain', 'domain bridge', 'fv:BD'])(
    '%s finds the bridge domain first',
    async (q) => {
      const { query, results } = await get(`search/?q=${encodeURIComponent(q)}`)

      expect([query, results[0].type, results[0].name, results[0].display_name]).toEqual([
        q,
        'class',
        'fvBD',
        'Bridge Domain',
      ])
      expect(results.every(({ score }: any) => score > 0 && score <= 1)).toBe(true)
    },
  )

  it('finds properties with their class, and packages with a description', async () => {
    const properties = await get('search/?q=arpFlood&type=property')
    const packages = await get('search/?q=fv&type=package')

    expect(properties.results[0]).toMatchObject({ type: 'property', name: 'arpFlood', class: 'fvBD' })
    expect(packages.results[0]).toMatchObject({ type: 'package', name: 'fv', description: expect.any(String) })
  })

  it('finds the class that operators call by another name', async () => {
    const { results } = await get(`search/?q=${encodeURIComponent('private networks')}`)

    expect(results.slice(0, 3).map(({ name }: any) => name)).toContain('fvCtx')
  })

  it('returns 20 results by default and 100 at most', async () => {
    const lengths = await Promise.all(
      ['', '&limit=3', '&limit=5000'].map(async (limit) => (await get(`search/?q=name${limit}`)).results.length),
    )

    expect(lengths).toEqual([20, 3, 100])
  })

  it('reports every invalid parameter', async () => {
    const { status, body } = await viewer.get('/api/mim/search/?q=bd&limit=none&type=thing')

    expect([status, Object.keys(body).sort()]).toEqual([400, ['limit', 'type']])
  })

  it.each(['', '%20%20', '%F0%9F%A6%84', '(((', '%25', '%5C'])('has no results for %s', async (q) => {
    expect((await get(`search/?q=${q}`)).results).toEqual([])
  })
})

describe('the legacy routes', () => {
  it('page through all classes by name', async () => {
    const first = await get('classes/?page_size=150')
    const last = await get('classes/?page_size=150&page=3')
    const beyond = await viewer.get('/api/mim/classes/?page_size=150&page=4')

    expect([first.count, first.results.length, last.results.length, last.next, beyond.status]).toEqual([
      400,
      150,
      100,
      null,
      404,
    ])
    expect(Object.keys(first.results[0]).sort()).toEqual(['category', 'description', 'display_name', 'name', 'package'])
    expect(new Set([...names(first.results), ...names(last.results)]).size).toBe(250)
  })

  it('list the classes of one package', async () => {
    const { count, results } = await get('classes/?package=fv&page_size=200')

    expect([count, new Set(results.map((item: any) => item.package))]).toEqual([results.length, new Set(['fv'])])
    expect(await get('classes/?package=none')).toMatchObject({ count: 0, results: [] })
  })

  it('find by substring, and group by package', async () => {
    const plain = await get('classes/search/?q=subn')
    const enhanced = await get('classes/search/enhanced/?q=subnet')

    expect(names(plain.results)).toContain('fvSubnet')
    expect(enhanced.packages.length).toBeGreaterThan(1)
    expect(enhanced.packages[0].count).toBeGreaterThanOrEqual(enhanced.packages[1].count)
  })

  it('suggest classes for words of a question', async () => {
    const { source, results } = await get(
      `classes/suggest/?q=${encodeURIComponent('which bridge domains lack a VRF?')}`,
    )

    expect([source, names(results).slice(0, 2).sort()]).toEqual(['search', ['fvBD', 'fvCtx']])
  })

  it('suggest properties and filters, and say why', async () => {
    const { results } = await get(`classes/suggest/?q=${encodeURIComponent('which bridge domains have arp flooding?')}`)

    expect(results[0]).toEqual({
      name: 'fvBD',
      display_name: 'Bridge Domain',
      reason: '“bridge domain” means this class.',
      properties: ['arpFlood'],
      filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }],
    })
  })

  it('suggest at most ten classes', async () => {
    const lengths = await Promise.all(
      ['', '&limit=2', '&limit=100'].map(async (limit) => {
        const q = encodeURIComponent(
          'contracts, filters, epgs, vrfs, subnets, ports, leafs, vlans, faults, events, users',
        )
        return (await get(`classes/suggest/?q=${q}${limit}`)).results.length
      }),
    )

    expect(lengths).toEqual([10, 2, 10])
  })

  it('nest the classes below a class, two levels by default', async () => {
    const depthOf = (node: any): number => 1 + Math.max(0, ...node.children.map(depthOf))
    const [two, one, most] = await Promise.all(
      ['', '?depth=1', '?depth=99'].map((query) => get(`classes/fvTenant/hierarchy/${query}`)),
    )

    expect([depthOf(two) - 1, depthOf(one) - 1]).toEqual([2, 1])
    expect(depthOf(most) - 1).toBeLessThanOrEqual(5)
  })

  it('search among the children of a class', async () => {
    expect(names((await get('classes/fvBD/children/search/?q=subn')).results)).toEqual(['fvSubnet'])
  })

  it('order packages by their number of classes', async () => {
    const top = await get('packages/top/?limit=3')

    expect(top).toHaveLength(3)
    expect(top[0].class_count).toBeGreaterThanOrEqual(top[2].class_count)
    expect(await get('packages/')).toContainEqual(expect.objectContaining(top[0]))
  })
})

describe('switching models', () => {
  it('replaces everything at once, for explorer, search and query engine', async () => {
    const query = await app.admin.post('/api/queries/saved-queries/', {
      name: 'one class',
      controller_connection: (
        await app.admin.post('/api/controller/connections/', {
          name: 'c',
          host: 'http://127.0.0.1:9',
          username: 'u',
          password: 'p',
        })
      ).body.id,
      nodes: [{ id: 'a', class_name: 'fvBD', properties: ['arpFlod'] }],
      edges: [],
    })
    const validate = async () => (await app.admin.post(`/api/queries/saved-queries/${query.body.id}/validate/`)).body
    const before = await validate()

    await installModel(
      app.app,
      documents().filter((_, place) => !model.classNames[place]!.startsWith('fv:')),
      '521',
    )
    const after = await validate()
    const gone = await viewer.get('/api/mim/explorer/class/fvBD/')
    const stats = await get('stats/')
    await installModel(app.app, documents())

    expect(before.errors[0]).toMatchObject({
      message: expect.stringContaining('arpFlod'),
      suggestions: expect.arrayContaining(['arpFlood']),
    })
    expect(after.warnings).toContainEqual(
      expect.objectContaining({ code: 'other_version', message: expect.stringContaining('fvBD') }),
    )
    expect([gone.status, stats.controller_version]).toEqual([404, '521'])
  })
})
