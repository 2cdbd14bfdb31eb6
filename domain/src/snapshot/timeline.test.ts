import { describe, expect, it } from 'vitest'
import type { Row, Value } from '../values/row.ts'
import { attributeEvolution, type TimelinePoint, trackedAttributes } from './timeline.ts'

const pointsOf = (...attributes: (Row | undefined)[]): TimelinePoint[] =>
  attributes.map((row, index) => ({ snapshotId: `s${index}`, executedAt: new Date(index), attributes: row }))

const only = (...values: (Value | undefined)[]) =>
  attributeEvolution(pointsOf(...values.map((value) => (value === undefined ? undefined : { x: value }))))[0]

describe('attributeEvolution', () => {
  it.each<[string, (Value | undefined)[], boolean[], number]>([
    ['does not report the first value as a change', ['a'], [false], 1],
    ['counts each change, back and forth', ['a', 'b', 'a', 'a'], [false, true, true, false], 2],
    ['distinguishes numbers from texts', [5, '5'], [false, true], 2],
    [
      'compares lists by their items',
      [
        ['a', ['b']],
        ['a', ['b']],
        ['a', ['c']],
      ],
      [false, false, true],
      2,
    ],
    ['treats null as a value', [null, 'a', null], [false, true, true], 2],
    ['skips points without the object', [undefined, 'a', undefined, 'a', undefined, 'b'], [false, false, true], 2],
  ])('follows one attribute: %s', (_fact, values, changed, distinct) => {
    const evolution = only(...values)

    expect(evolution?.values.map((value) => value.changed)).toEqual(changed)
    expect(evolution?.distinctValues).toBe(distinct)
    expect(evolution?.changeCount).toBe(changed.filter(Boolean).length)
    expect(evolution?.isStable).toBe(!changed.includes(true))
  })

  it('names the snapshot of each value', () => {
    expect(only(undefined, 'a')?.values).toEqual([
      { snapshotId: 's1', executedAt: new Date(1), value: 'a', changed: false },
    ])
  })

  it('has null where the object lacks an attribute', () => {
    const [first] = attributeEvolution(pointsOf({ x: 'a' }, {}, { x: null }))

    expect(first?.values.map(({ value, changed }) => [value, changed])).toEqual([
      ['a', false],
      [null, true],
      [null, false],
    ])
  })

  it('lists the most changed attributes first, then by name, and unchanged ones last', () => {
    const evolution = attributeEvolution(
      pointsOf(
        { z: '1', b: '1', a: '1', d: '1', c: '1' },
        { z: '2', b: '2', a: '2', d: '1', c: '1' },
        { z: '3', b: '2', a: '2', d: '1', c: '1' },
      ),
    )

    expect(evolution.map(({ attribute, changeCount }) => `${attribute}${changeCount}`)).toEqual([
      'z2',
      'a1',
      'b1',
      'c0',
      'd0',
    ])
  })

  it('follows attributes named like inherited object members', () => {
    const hostile = JSON.parse('{"__proto__":"p","x":"1"}') as Row

    const evolution = attributeEvolution(pointsOf({ constructor: 'c' }, hostile))

    expect(evolution.map(({ attribute, values }) => [attribute, ...values.map(({ value }) => value)])).toEqual([
      ['__proto__', null, 'p'],
      ['constructor', 'c', null],
      ['x', null, '1'],
    ])
  })

  it('is empty for an object that never existed', () => {
    expect(attributeEvolution(pointsOf(undefined, undefined))).toEqual([])
    expect(attributeEvolution([])).toEqual([])
  })
})

describe('trackedAttributes', () => {
  it('lists each attribute once, in byte order', () => {
    const names = trackedAttributes(
      pointsOf({ b: '1', '😀': '1' }, undefined, { a: '1', b: '2', '\uffee': '1', B: '1' }),
    )

    expect(names).toEqual(['B', 'a', 'b', '\uffee', '😀'])
  })
})
