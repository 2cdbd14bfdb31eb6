import { describe, expect, it } from 'vitest'
import { knownModel } from '../../mim/known-model.ts'
import { smallMim } from '../../testing/small-mim.ts'
import { explainQuery } from './explain-query.ts'

const node = (id: string, class_name: string, parts: object = {}) => ({ id, class_name, ...parts })
const textOf = (nodes: unknown, edges: unknown = [], post_processors: unknown = []) =>
  explainQuery({ nodes, edges, post_processors }, smallMim, () => undefined).text

describe('a query in words', () => {
  it.each([
    ['contains', { source: 't', target: 'bd' }, 'Keeps only bridge domains that are inside tenants (fvTenant).'],
    [
      'directly',
      { source: 't', target: 'bd', depth: 'child' },
      'Keeps only bridge domains that are directly inside tenants (fvTenant).',
    ],
    [
      'without',
      { source: 'bd', target: 's', join: 'without' },
      'Keeps only bridge domains that contain no subnets (fvSubnet).',
    ],
    [
      'left',
      { source: 'bd', target: 's', join: 'left' },
      'with the subnets (fvSubnet) that they contain where there are any.',
    ],
    [
      'references',
      { source: 'bd', target: 'v' },
      'Keeps only bridge domains that refer through fvRsCtx to VRFs (fvCtx).',
    ],
    [
      'match',
      { source: 'bd', target: 'v', kind: 'match', on: { source: 'name', target: 'name' } },
      'Keeps only bridge domains that have the same name as VRFs (fvCtx).',
    ],
    [
      'conditions',
      {
        source: 'bd',
        target: 'v',
        kind: 'match',
        on: [{ source: { expression: 'int(name)' }, target: ['name', 'descr'], op: 'between' }],
      },
      'Keeps only bridge domains that are joined, by (int(name)) of source between target.name and target.descr, to VRFs (fvCtx).',
    ],
    [
      'conditions of a left',
      {
        source: 'bd',
        target: 'v',
        join: 'left',
        kind: 'match',
        on: [
          { source: 'name', target: 'name' },
          { source: 'descr', target: 'descr' },
        ],
      },
      'with the VRFs (fvCtx) that are joined to them by source.name = target.name and source.descr = target.descr where there are any.',
    ],
  ])('says what a join means: %s', (_, edge, sentence) => {
    const classes: Record<string, string> = { t: 'fvTenant', s: 'fvSubnet', v: 'fvCtx' }
    const other = edge.source === 'bd' ? edge.target : edge.source

    expect(
      textOf([node('bd', 'fvBD', { primary: true }), node(other, classes[other]!)], [{ id: 'e', ...edge }]),
    ).toContain(sentence)
  })

  it('names the columns of relation objects', () => {
    const edges = [{ id: 'rel', source: 'bd', target: 'v', through: 'fvRsCtx', properties: ['tDn'] }]

    expect(textOf([node('bd', 'fvBD', { primary: true }), node('v', 'fvCtx')], edges)).toContain(
      'with all their properties, and v.* for the VRFs and rel.* for the relations.',
    )
  })

  it('says filters, scope, steps and variables', () => {
    const filters = [
      { property: 'name', operator: 'starts_with', value: '{{start}}' },
      { any: [{ property: 'mtu', operator: 'gt', value: 1500 }, { property: 'mtu', operator: 'is_empty' }] }, // prettier-ignore
    ]
    const steps = [
      { id: 'a', type: 'sort', config: { by: [{ column: 'name', direction: 'desc' }] } },
      { id: 'b', type: 'limit', config: { count: 1 } },
      { id: 'c', type: 'distinct', enabled: false, config: {} },
    ]

    const text = textOf([node('bd', 'fvBD', { filters, scope_dn: 'uni/tn-a' })], [], steps)

    expect(text).toContain(
      'Finds bridge domains (fvBD) below uni/tn-a whose name starts with {{start}} and (mtu is above 1500 or mtu is empty).',
    )
    expect(text).toContain(
      'Then, in this order, it sorts by name from high to low; keeps the first 1 row. 1 step is switched off.',
    )
    expect(text).toContain('It asks for start when it runs.')
    const on = [{ source: { expression: 'name + {{suffix}}' }, target: 'name' }]
    expect(
      textOf([node('bd', 'fvBD'), node('v', 'fvCtx')], [{ id: 'e', source: 'bd', target: 'v', kind: 'match', on }]),
    ).toContain('It asks for suffix when it runs.')
  })

  it('names all classes of a union, and a range of time', () => {
    const union = {
      id: 'u',
      class_names: ['fvBD', 'fvCtx'],
      filters: [{ property: 'name', operator: 'eq', value: 'web' }],
    }
    const edges = [{ id: 'e', source: 't', target: 'u' }]

    expect(textOf([union])).toContain('Finds bridge domains and VRFs (fvBD, fvCtx) whose name is "web".')
    expect(textOf([union, node('t', 'fvTenant')], edges)).toContain(
      'Keeps only bridge domains and VRFs that are inside tenants (fvTenant).',
    )
    expect(explainQuery({ nodes: [union], edges: [] }, smallMim, () => undefined).facts).toContainEqual(
      expect.objectContaining({ kind: 'node', name: 'fvBD, fvCtx', label: 'bridge domain or VRF' }),
    )
  })

  it.each([
    [{ from: '{{now-24h}}', to: '{{now}}' }, 'from {{now-24h}} to {{now}} whose user is "admin".', false],
    [{ from: '2026-03-01' }, 'since 2026-03-01 whose user', false],
    [{ to: '{{end}}' }, 'until {{end}} whose user', true],
  ])('says a range of time: %j', (time_range, words, asks) => {
    const filters = [{ property: 'user', operator: 'eq', value: 'admin' }]
    const { text, facts } = explainQuery(
      { nodes: [node('r', 'aaaModLR', { time_range, filters })], edges: [] },
      knownModel,
      () => undefined,
    )

    expect(text).toContain(words)
    expect(text.includes('It asks for end when it runs.')).toBe(asks)
    expect(text.includes('It asks for')).toBe(asks)
    expect(facts).toContainEqual(expect.objectContaining({ kind: 'filter', name: 'time_range' }))
  })

  it.each([
    ['no list', 5],
    ['strange things', [null, 1, [], { id: {} }]],
    ['a class that does not exist', [node('a', 'fvNope')]],
  ])('says what is wrong with %s', (_, nodes) => {
    expect(textOf(nodes)).toContain('The query cannot run')
  })
})
