import { describe, expect, it } from 'vitest'
import type { Filter } from '../canvas/canvas.ts'
import { knownModel } from '../mim/known-model.ts'
import { FEW_MEMBERS } from '../mim/few-members.ts'
import { classInfo } from '../testing/class-info.ts'
import { documentModel } from '../testing/document-model.ts'
import { canAsk, filtersOfClass, propertiesOf } from './class-filters.ts'

const model = documentModel([
  classInfo('fooTree', { properties: ['name', 'height'] }),
  classInfo('fooOak', { properties: ['name', 'height', 'acorns'], super_classes: ['fooTree'] }),
  classInfo('fooStone'),
  classInfo('fooEverything', { properties: ['name'] }),
  ...Array.from({ length: FEW_MEMBERS }, (_, index) =>
    classInfo(`fooOne${index}`, { properties: ['name'], super_classes: ['fooEverything'] }),
  ),
])

const is = (property: string, value: string, operator: 'eq' | 'ne' = 'eq'): Filter => ({ property, operator, value })
const name = is('name', 'x')
const acorns = is('acorns', '5')
const leaves = is('leaves', 'green')
const noLeaves = is('leaves', 'green', 'ne')
const of = (className: string, ...filters: readonly Filter[]) => filtersOfClass(filters, className, model)

describe('the filters of a union for one of its classes', () => {
  it('stay while its objects may have the properties, themselves or in a subclass', () => {
    expect(of('fooTree', name, acorns)).toEqual([name, acorns])
  })

  it('are none where all of them hold of an empty property', () => {
    expect(of('fooTree')).toEqual([])
    expect(of('fooTree', noLeaves)).toEqual([])
    expect(of('fooTree', name, noLeaves)).toEqual([name])
  })

  it('let nothing through where one cannot hold of an empty property', () => {
    expect(of('fooTree', leaves)).toBe(false)
    expect(of('fooTree', name, leaves)).toBe(false)
  })

  it.each<readonly [string, Filter, readonly Filter[] | false]>([
    ['any, where one holds', { any: [name, noLeaves] }, []],
    ['any, where one cannot hold', { any: [name, leaves] }, [{ any: [name] }]],
    ['any, where none can hold', { any: [leaves, leaves] }, false],
    ['any of nothing', { any: [] }, false],
    ['all, where one holds', { all: [name, noLeaves] }, [{ all: [name] }]],
    ['all, where one cannot hold', { all: [name, leaves] }, false],
    ['all, where each holds', { all: [noLeaves] }, []],
    ['not, of what holds', { not: noLeaves }, false],
    ['not, of what cannot hold', { not: leaves }, []],
    ['not, of what nobody knows', { not: name }, [{ not: name }]],
    [
      'parts within parts',
      { any: [{ all: [name, leaves] }, { not: { any: [acorns, leaves] } }] },
      [{ any: [{ not: { any: [acorns] } }] }],
    ],
  ])('are decided in %s', (_case, filter, expected) => {
    expect(of('fooTree', filter)).toEqual(expected)
  })

  it.each(['dn', 'rn', 'status', 'childAction'])('know that every object has %s', (property) => {
    expect(of('fooTree', is(property, 'x'))).toEqual([is(property, 'x')])
  })

  it('stay where the properties of a class are not known, or there are too many subclasses to look at', () => {
    expect(of('fooStone', leaves)).toEqual([leaves])
    expect(of('fooNobodyKnows', leaves)).toEqual([leaves])
    expect(of('fooEverything', leaves)).toEqual([leaves])
  })
})

describe('a controller can be asked', () => {
  it('about properties that it knows for the class, those of every object among them', () => {
    expect(canAsk({ all: [name, { not: is('height', '3') }, is('dn', 'x')] }, 'fooTree', model)).toBe(true)
  })

  it('not about others, wherever they are in the filter', () => {
    for (const filter of [acorns, { any: [name, acorns] }, { all: [acorns, name] }, { not: acorns }])
      expect(canAsk(filter, 'fooTree', model), JSON.stringify(filter)).toBe(false)
    expect(canAsk(name, 'fooStone', model)).toBe(false)
    expect(canAsk(name, 'fooNobodyKnows', model)).toBe(false)
  })

  it('about what names the objects of a class, without a class model too', () => {
    expect(canAsk(name, 'fvBD', knownModel)).toBe(true)
    expect(canAsk(is('arpFlood', 'yes'), 'fvBD', knownModel)).toBe(false)
  })
})

describe('the properties of a filter', () => {
  it('are all of them, in order', () => {
    expect(propertiesOf(undefined)).toEqual([])
    expect(propertiesOf(name)).toEqual(['name'])
    expect(propertiesOf({ any: [name, { all: [acorns, { not: leaves }] }] })).toEqual(['name', 'acorns', 'leaves'])
  })
})
