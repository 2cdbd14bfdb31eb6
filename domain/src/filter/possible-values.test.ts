import { describe, expect, it } from 'vitest'
import type { Filter } from '../canvas/canvas.ts'
import { documentModel } from '../testing/document-model.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { knownModel } from '../mim/known-model.ts'
import { classInfo } from '../testing/class-info.ts'
import { closedProperties, withoutImpossible } from './possible-values.ts'

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
