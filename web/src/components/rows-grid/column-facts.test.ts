import { describe, expect, it } from 'vitest'
import { ABSENT } from './cell.ts'
import { columnsByUse, type Facts, factsOf, groupedNumber, readableText } from './column-facts.ts'

describe('facts about a column', () => {
  it.each([
    ['numbers', ['1', '23', 4.5], 'number'],
    ['times', ['2026-08-03T14:33:29.698+00:00'], 'time'],
    ['DNs', ['uni/tn-a', 'topology/pod-1/node-101'], 'dn'],
    ['names among numbers', ['1', 'x'], 'text'],
    ['addresses', ['10.1.0.7'], 'text'],
    ['codes with a leading zero', ['007'], 'text'],
    ['nothing', [ABSENT, null, ''], 'text'],
  ] as const)('%s', (_, values, kind) => {
    expect(factsOf(values).kind).toBe(kind)
  })

  it('measure the longest value wherever it is', () => {
    const values = Array.from({ length: 20_000 }, (_, index) => `vlan-${index % 100}x${index}`)
    values[19_997] = 'v'.repeat(60)

    expect(factsOf(values).longest).toBe(60)
  })

  it('leave room for the groups of digits', () => {
    expect(factsOf(['1234567']).longest).toBe('1,234,567'.length)
  })

  it('count values that say something', () => {
    expect(factsOf([ABSENT, null, '', 'a', 'b']).distinct).toBe(2)
  })
})

it.each([
  ['998627532620.8', '998,627,532,620.8'],
  ['-30240', '-30,240'],
  ['4094', '4094'],
  ['vlan-18134', 'vlan-18134'],
])('%s is shown as %s', (text, shown) => {
  expect(groupedNumber(text)).toBe(shown)
})

it('shows lists as lists, and anything deeper as JSON', () => {
  expect([readableText(['10G', '25G']), readableText([['a']]), readableText(7)]).toEqual(['10G, 25G', '[["a"]]', '7'])
})

describe('columns by use', () => {
  const names = ['annotation', 'arpFlood', 'childAction', 'descr', 'dn', 'encap', 'mac', 'mtu', 'name', 'status']
  const facts: Facts = Object.fromEntries(
    names.map((name) => [
      name,
      {
        kind: 'text',
        longest: 4,
        distinct: ['annotation', 'childAction'].includes(name) ? 0 : name === 'status' || name === 'arpFlood' ? 1 : 9,
      },
    ]),
  )

  it('begin with what names a row and what was filtered, and end with what says least', () => {
    expect(columnsByUse(names, facts, ['encap'])).toEqual({
      columns: ['dn', 'name', 'encap', 'descr', 'mac', 'mtu', 'arpFlood', 'status', 'annotation', 'childAction'],
      empty: ['annotation', 'childAction'],
    })
  })

  it('are ranked also where the class of the row stands second, as in a run of all properties', () => {
    const asRead = ['dn', 'className', ...names.filter((name) => name !== 'dn')]
    const withClass = { ...facts, className: facts['status']! }

    expect(columnsByUse(asRead, withClass).empty).toEqual(['annotation', 'childAction'])
    expect(columnsByUse(asRead, withClass).columns.indexOf('className')).toBeGreaterThan(2)
  })

  it('stay in an order that somebody chose', () => {
    const chosen = names.toReversed()

    expect(columnsByUse(chosen, facts)).toEqual({ columns: chosen, empty: [] })
    expect(columnsByUse(['a', 'b'], facts)).toEqual({ columns: ['a', 'b'], empty: [] })
  })
})
