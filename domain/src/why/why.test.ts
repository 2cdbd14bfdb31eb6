import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import { canvas, drawing, edge, node } from '../testing/canvas-builder.ts'
import { smallMim } from '../testing/small-mim.ts'
import { edgeStages, firstNotSurvived } from './edge-stages.ts'
import { droppedAt, keptEdges } from './judge-edge.ts'
import { judgeObject } from './judge-object.ts'
import { columnsKept, droppedBy, keptBy, mannerOf } from './judge-step.ts'

const bd = (attributes: Record<string, string>, class_name = 'fvBD') => {
  const dn = `uni/tn-a/BD-${attributes.name ?? 'x'}`
  return { class_name, dn, attributes: { dn, ...attributes }, children: [] }
}
const step = (type: string, config: Record<string, unknown>): PostProcessorStep => ({
  ...{ id: 's', type, enabled: true, config },
})

describe('the primary node', () => {
  it('says which filter drops an object, and what the object has', () => {
    const query = canvas([
      node('bd', 'fvBD', {
        scope_dn: 'uni/tn-a',
        filters: [
          { property: 'name', operator: 'starts_with', value: 'w' },
          {
            any: [
              { property: 'arpFlood', operator: 'eq', value: 'yes' },
              { property: 'mtu', operator: 'gt', value: 1500 },
            ],
          },
          { property: 'name', operator: 'eq', value: 'never looked at' },
        ],
      }),
    ])

    const { stages } = judgeObject(query, bd({ name: 'web', arpFlood: 'no' }), smallMim)

    expect(stages).toEqual([
      {
        ...{ kind: 'scope', id: 'bd', verdict: 'kept', because: 'It is within the scope uni/tn-a.' },
        values: { dn: 'uni/tn-a/BD-web', className: 'fvBD' },
      },
      {
        ...{ kind: 'filter', id: 'bd.filters.0', verdict: 'kept', values: { name: 'web' } },
        because: 'The filter name starts_with "w" holds: name is "web".',
      },
      {
        ...{ kind: 'filter', id: 'bd.filters.1', verdict: 'dropped', values: { arpFlood: 'no', mtu: null } },
        because: 'The filter arpFlood eq "yes" or mtu gt 1500 does not hold: arpFlood is "no" and mtu is missing.',
      },
    ])
  })

  it.each([
    [
      'another scope',
      bd({}),
      { scope_dn: 'uni/tn-b' },
      'The query reads fvBD below uni/tn-b, and uni/tn-a/BD-x is not below it.',
    ],
    ['another class', bd({}, 'fvCtx'), {}, 'The query reads fvBD, and the object is of class fvCtx.'],
  ])('says that an object is in %s', (_, object, parts, because) => {
    const { stages } = judgeObject(canvas([node('bd', 'fvBD', parts)]), object, smallMim)

    expect(stages).toMatchObject([{ kind: 'scope', verdict: 'dropped', because }])
  })
})

describe('edges', () => {
  it('are taken from the primary node outward, with what is behind a left edge', () => {
    const graph = drawing('c → d', 'a → b', 'b left c', 'a without e')

    const stages = edgeStages(graph, 'a').map(({ edge: { id }, behind, adds }) => [
      id,
      behind.map(({ id }) => id),
      adds,
    ])

    expect(stages).toEqual([
      ['a-b', [], ['b']],
      ['b-c', ['c-d'], ['c', 'd']],
      ['a-e', [], ['e']],
    ])
  })

  it.each([0, 3, 7])('are tried by halves to find the one after %i', async (culprit) => {
    let tries = 0
    const found = await firstNotSurvived(8, async (many) => (tries++, many <= culprit))

    expect(found).toBe(culprit)
    expect(tries).toBeLessThan(4)
  })

  it('say whether there is no partner, or one that its filters drop', () => {
    const filters = [{ property: 'ip', operator: 'eq' as const, value: '10.0.0.1/24' }]
    const query = canvas([node('bd', 'fvBD'), node('s', 'fvSubnet', { filters })], [edge('bd → s', { id: 'e' })])
    const [stage] = edgeStages(query, 'bd')

    expect(keptEdges(query, [stage!])).toMatchObject([{ because: 'The edge e from fvBD to fvSubnet has a partner.' }])
    expect(droppedAt(query, stage!, { count: 0 }).because).toBe(
      'The edge e finds nothing: no fvSubnet exists for this fvBD.',
    )
    expect(
      droppedAt(query, stage!, { count: 1, first: { dn: 'x', 's.dn': 'x/subnet-1', 's.ip': '10.9.0.1/24' } }),
    ).toEqual({
      ...{ kind: 'edge', id: 'e', verdict: 'dropped', values: { 's.dn': 'x/subnet-1', 's.ip': '10.9.0.1/24' } },
      because:
        'The edge e finds one fvSubnet, but ip eq "10.0.0.1/24" does not hold: s.dn is "x/subnet-1" and s.ip is "10.9.0.1/24".',
    })
  })
})

describe('steps', () => {
  const row = { name: 'web', mtu: '1500' }

  it.each([
    [
      step('filter', {
        filters: [
          { property: 'name', operator: 'is_set' },
          { property: 'mtu', operator: 'gt', value: 9000 },
        ],
      }),
      'Step s: The filter mtu gt 9000 does not hold: mtu is "1500".',
    ],
    [
      step('filter', { expression: 'name == "db"' }),
      'The step s (filter) wants name == "db", which is not true: name is "web".',
    ],
    [step('limit', { count: 10 }), 'The step s (limit) keeps the first 10 rows, and it is not among them.'],
    [
      step('limit', { count: '1', offset: 5 }),
      'The step s (limit) keeps 1 row after the first 5, and it is not among them.',
    ],
    [
      step('distinct', { columns: ['mtu'] }),
      'The step s (distinct) keeps the first of equal rows, and there is one before it: mtu is "1500".',
    ],
    [step('lookup', { saved_query: 'q', on: { name: 'name' } }), 'The step s (lookup) finds no match: name is "web".'],
  ])('say what they drop', (dropping, because) => {
    expect(droppedBy(dropping, row)).toMatchObject({ kind: 'step', id: 's', verdict: 'dropped', because })
  })

  it('know whether a row is enough to judge them', () => {
    const types = ['filter', 'lookup', 'sort', 'limit', 'group'].map((type) =>
      mannerOf(step(type, { filters: [], count: 1, by: ['name'], aggregates: [{ function: 'count', as: 'n' }] })),
    )

    expect(types).toEqual(['alone', 'alone', 'order', 'all', 'all'])
    expect(columnsKept(step('group', { by: ['name'] }), ['name', 'mtu'])).toEqual(['name'])
    expect(columnsKept(step('rank', { as: 'place' }), ['name', 'place'])).toEqual(['name'])
    expect(keptBy(step('group', {})).because).toBe('The step s (group) has it in one of its rows.')
  })
})
