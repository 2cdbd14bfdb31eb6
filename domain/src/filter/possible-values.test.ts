import { describe, expect, it } from 'vitest'
import type { Condition, Filter, Operator, Scalar } from '../canvas/canvas.ts'
import { documentModel } from '../testing/document-model.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { knownModel } from '../mim/known-model.ts'
import { classInfo } from '../testing/class-info.ts'
import {
  closedProperties,
  findsNothing,
  impossibleBits,
  impossibleValues,
  withoutImpossible,
} from './possible-values.ts'

const properties: Readonly<Record<string, PropertyInfo>> = {
  mode: { name: 'mode', type: 'enum', values: ['flood', 'proxy', '10'] },
  on: { name: 'on', type: 'boolean', values: ['yes', 'no'] },
  ctrl: { name: 'ctrl', type: 'flags', values: ['a', 'b'] },
  name: { name: 'name', type: 'string', values: [] },
  long: { name: 'long', type: 'enum', values: ['x'], has_more_values: true },
}
const withProperties = (
  name: string,
  changes: Readonly<Record<string, PropertyInfo>> = {},
  super_classes: string[] = [],
) => ({
  ...classInfo(name, { super_classes }),
  properties: new Map(Object.entries({ ...properties, ...changes })),
})
const model = documentModel([
  withProperties('fooBase'),
  withProperties('fooSub', { mode: { name: 'mode', type: 'enum', values: ['new'] } }, ['fooBase']),
  withProperties('fooOther', { ctrl: { name: 'ctrl', type: 'string', values: [] } }, ['fooBase']),
])

const reduced = (filter: Filter) => withoutImpossible(filter, closedProperties(['fooBase'], model))
const is = (operator: 'eq' | 'ne' | 'in' | 'not_in', property: string, value: never): Filter => ({
  property,
  operator,
  value,
})

describe('a filter without impossible values', () => {
  it.each([
    ['eq', 'mode', 'flod', { any: [] }],
    ['eq', 'mode', 'Flood', { any: [] }],
    ['eq', 'mode', 'new', undefined],
    ['eq', 'mode', '', undefined],
    ['eq', 'mode', null, undefined],
    ['eq', 'mode', 10, undefined],
    ['eq', 'mode', 11, { any: [] }],
    ['ne', 'mode', 'flod', { all: [] }],
    ['in', 'mode', ['flood', 'flod'], { property: 'mode', operator: 'in', value: ['flood'] }],
    ['in', 'mode', 'flod, proxy', { property: 'mode', operator: 'in', value: ['proxy'] }],
    ['in', 'mode', ['flod'], { any: [] }],
    ['not_in', 'mode', ['flod', 'proxy'], { property: 'mode', operator: 'not_in', value: ['proxy'] }],
    ['not_in', 'mode', ['flod'], { all: [] }],
    ['eq', 'on', true, undefined],
    ['eq', 'on', 'true', { any: [] }],
    ['eq', 'name', 'anything', undefined],
    ['eq', 'long', 'anything', undefined],
    ['eq', 'unknown', 'anything', undefined],
    ['eq', 'ctrl', 'anything', undefined],
  ] as const)('%s %s %j becomes %j', (operator, property, value, expected) => {
    const condition = is(operator, property, value as never)

    expect(reduced(condition)).toEqual(expected ?? condition)
  })

  it.each([
    [
      { any: [is('eq', 'mode', 'x' as never), is('eq', 'name', 'a' as never)] },
      { any: [is('eq', 'name', 'a' as never)] },
    ],
    [{ all: [is('eq', 'mode', 'x' as never), is('eq', 'name', 'a' as never)] }, { any: [] }],
    [
      { all: [is('ne', 'mode', 'x' as never), is('eq', 'name', 'a' as never)] },
      { all: [is('eq', 'name', 'a' as never)] },
    ],
    [{ any: [is('ne', 'mode', 'x' as never), is('eq', 'name', 'a' as never)] }, { all: [] }],
    [{ not: is('eq', 'mode', 'x' as never) }, { all: [] }],
    [{ not: { not: is('eq', 'mode', 'x' as never) } }, { any: [] }],
  ] as const)('%j becomes %j', (filter, expected) => {
    expect(reduced(filter)).toEqual(expected)
  })

  it('compares flags one by one, in any order', () => {
    const flags = (value: string) =>
      withoutImpossible(is('eq', 'ctrl', value as never), closedProperties(['fooSub'], model))

    expect(flags('b,a')).toEqual(is('eq', 'ctrl', 'b,a' as never))
    expect(flags('a,c')).toEqual({ any: [] })
  })
})

it('knows the values of a class and all its subclasses, and of no others', () => {
  expect([...closedProperties(['fooBase'], model)('mode')!.values]).toEqual(['flood', 'proxy', '10', 'new'])
  expect([...closedProperties(['fooOther', 'fooSub'], model)('mode')!.values]).toEqual(['flood', 'proxy', '10', 'new'])
  expect(closedProperties(['noSuch'], model)('mode')).toBeUndefined()
  expect(closedProperties(['fooSub', 'noSuch'], model)('mode')).toBeUndefined()
  expect(closedProperties(['fvBD'], knownModel)('arpFlood')).toBeUndefined()
})

describe('flags that no object can have', () => {
  const bits = (operator: Operator, value: Scalar | readonly Scalar[], property = 'ctrl') =>
    impossibleBits({ property, operator, value }, closedProperties(['fooSub'], model)(property))

  it.each(['any_bit', 'all_bits'] as const)('are named of %s', (operator) => {
    expect(bits(operator, ['a', 'x', 'b', 'y'])).toEqual(['x', 'y'])
    expect(bits(operator, 'a, x')).toEqual(['x'])
    expect(bits(operator, ['a', 'b'])).toEqual([])
  })

  it('are not those that stand for none', () => {
    expect(bits('any_bit', ['unspecified', 'none', '0', 0, '', 'x'])).toEqual(['x'])
  })

  it('are none of other operators, of other properties, and of flags that nobody knows', () => {
    expect(bits('eq', ['x'])).toEqual([])
    expect(bits('any_bit', ['x'], 'mode')).toEqual([])
    expect(bits('any_bit', ['x'], 'name')).toEqual([])
  })
})

describe('values that no object can have', () => {
  const mode = closedProperties(['fooBase'], model)('mode')
  const of = (operator: Operator, value?: Condition['value']) =>
    impossibleValues({ property: 'mode', operator, ...(value !== undefined && { value }) }, mode)

  it('are those of equality alone', () => {
    expect(of('eq', 'flod')).toEqual(['flod'])
    expect(of('in', ['flod', 'flood', 'floood'])).toEqual(['flod', 'floood'])
    for (const operator of ['contains', 'gt', 'any_bit'] as const) expect(of(operator, 'flod')).toEqual([])
  })

  it('are none where there is no value, or one of another shape', () => {
    expect(of('eq')).toEqual([])
    expect(of('eq', ['flod'])).toEqual([])
    expect(of('eq', ' flood ')).toEqual([])
  })
})

it('tells a filter that finds nothing from others', () => {
  expect(findsNothing({ any: [] })).toBe(true)
  for (const filter of [{ all: [] }, { not: { any: [] } }, { any: [is('eq', 'name', 'x' as never)] }])
    expect(findsNothing(filter)).toBe(false)
})

it('says nothing about values while the model may list only some, none, or of another type', () => {
  const odd = documentModel([
    withProperties('fooOpen', {
      some: { name: 'some', type: 'enum', values: ['x'], has_more_values: true },
      none: { name: 'none', type: 'enum', values: [] },
      text: { name: 'text', type: 'string', values: ['x'] },
    }),
  ])
  for (const property of ['some', 'none', 'text', 'missing'])
    expect(closedProperties(['fooOpen'], odd)(property), property).toBeUndefined()
})
