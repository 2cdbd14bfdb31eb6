import { describe, expect, it } from 'vitest'
import { MOST, readProposal } from './read-proposal.ts'

const read = (value: unknown) => readProposal(value, false)
const firstFilter = (filter: unknown) => read({ nodes: [{ id: 'a', filters: [filter] }] })?.nodes[0]?.filters

describe('an answer', () => {
  it.each([[undefined], [null], ['text'], [[]], [{}], [{ nodes: 'none' }], [{ nodes: { a: 1 } }]])(
    'that is %j is of another shape',
    (value) => {
      expect(read(value)).toBeUndefined()
      expect(readProposal(value, true)).toBeUndefined()
    },
  )

  it('for a canvas needs an edit, but no nodes', () => {
    expect(readProposal({ nodes: [] }, true)).toBeUndefined()
    expect(readProposal({ remove: ['a'] }, true)).toMatchObject({ nodes: [], remove: ['a'] })
  })

  it('may be wrapped, and spell its keys in other ways', () => {
    const answer = {
      query: {
        title: 'T',
        nodes: [
          {
            id: 'a',
            className: 'fvBD',
            props: ['name', { name: 'fvBD.mtu' }],
            where: [{ field: 'mtu', op: 'equals', value: 1 }],
          },
        ],
        joins: [{ from: 'a', to: { id: 'b' }, join_type: 'LEFT_OUTER' }],
        steps: [{ type: 'limit', options: { count: 3 } }],
      },
    }

    expect(read(answer)).toMatchObject({
      name: 'T',
      nodes: [
        { class_name: 'fvBD', properties: ['name', 'mtu'], filters: [{ property: 'mtu', operator: 'eq', value: 1 }] },
      ],
      edges: [{ id: 'a-b', source: 'a', target: 'b', join: 'left' }],
      post_processors: [{ id: 'limit-1', type: 'limit', config: { count: 3 } }],
    })
  })

  it.each([
    ['text', '{"count":3}', { count: 3 }],
    ['an object', { count: 3 }, { count: 3 }],
    ['broken', '{"count":', {}],
    ['a list', '[1]', {}],
    ['huge', `{"x":"${'x'.repeat(10_000)}"}`, {}],
  ])('may have a config that is %s', (_, config, expected) => {
    expect(read({ nodes: [], post_processors: [{ type: 'limit', config }] })?.post_processors[0]?.config).toEqual(
      expected,
    )
  })

  it('is cut where nobody could judge it', () => {
    const filters = Array.from({ length: 30 }, () => ({ property: 'name', operator: 'eq', value: 'x' }))
    const nodes = Array.from({ length: 25 }, (_, index) => ({ id: `n${index}`, filters }))

    const proposal = read({ nodes })

    expect(proposal?.nodes).toHaveLength(MOST.nodes)
    expect(proposal?.nodes.flatMap((node) => node.filters)).toHaveLength(MOST.filters)
    expect(proposal?.cut.map(({ code }) => code)).toEqual(['too_large', 'too_large'])
  })
})

describe('a filter', () => {
  it.each([
    [
      { property: 'a', operator: 'eq', value: null, values: ['x', 'y'] },
      { property: 'a', operator: 'in', value: ['x', 'y'] },
    ],
    [
      { property: 'a', operator: 'ne', values: ['x', 'y'] },
      { property: 'a', operator: 'not_in', value: ['x', 'y'] },
    ],
    [
      { property: 'a', operator: 'eq', values: ['x'] },
      { property: 'a', operator: 'eq', value: 'x' },
    ],
    [
      { property: 'a', operator: 'in', value: 'x' },
      { property: 'a', operator: 'in', value: ['x'] },
    ],
    [
      { property: 'a', operator: 'IS_SET', value: 'yes' },
      { property: 'a', operator: 'is_set' },
    ],
    [
      { property: 'a', operator: 'starts with', value: 'x' },
      { property: 'a', operator: 'starts_with', value: 'x' },
    ],
    [{ any: [{ property: 'a', value: 'x' }, 5] }, { any: [{ property: 'a', operator: 'eq', value: 'x' }] }],
    [{ not: { property: 'a', operator: '=', value: 'x' } }, { not: { property: 'a', operator: 'eq', value: 'x' } }],
  ])('%j reads as %j', (written, expected) => {
    expect(firstFilter(written)).toEqual([expected])
  })

  it.each([[5], [{}], [{ property: '' }], [{ not: 'x' }]])('%j is none', (written) => {
    expect(firstFilter(written)).toEqual([])
  })
})
