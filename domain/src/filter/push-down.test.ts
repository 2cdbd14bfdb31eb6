import { describe, expect, it } from 'vitest'
import type { Condition, Filter, Operator, Scalar } from '../canvas/canvas.ts'
import { renderFilter } from '../controller-query/render-filter.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { countPredicates } from './count-predicates.ts'
import { pushDown } from './push-down.ts'

const info = (
  name: string,
  type: PropertyInfo['type'],
  values: readonly string[] = [],
): readonly [string, PropertyInfo] => [name, { name, type, values }]
const TYPES = new Map([
  info('name', 'string'),
  info('mtu', 'integer'),
  info('weight', 'number'),
  info('arpFlood', 'boolean', ['no', 'yes']),
  info('adminSt', 'enum', ['up', 'down']),
  info('tcpRules', 'flags', ['unspecified', 'ack', 'syn', 'rst']),
  info('modTs', 'date'),
  info('mac', 'mac'),
  info('ip', 'ip'),
  info('pwd', 'password'),
])

const where = (property: string, operator: Operator, value?: Condition['value']): Condition => ({
  property,
  operator,
  ...(value !== undefined && { value }),
})
const explain = (filters: readonly Filter[], types?: typeof TYPES) => {
  const { pushed, local } = pushDown(filters, 'fvBD', types)
  return [pushed && renderFilter(pushed), local] as const
}

describe('a filter the controller can check exactly', () => {
  it.each<[Filter, string, typeof TYPES?]>([
    [where('name', 'eq', 'web'), 'eq(fvBD.name,"web")'],
    [where('name', 'eq', 'a "b"'), String.raw`eq(fvBD.name,"a \"b\"")`],
    [where('name', 'ne', 'web'), 'ne(fvBD.name,"web")'],
    [where('mtu', 'eq', 101), 'eq(fvBD.mtu,"101")', TYPES],
    [where('mtu', 'ne', '101'), 'ne(fvBD.mtu,"101")', TYPES],
    [where('name', 'eq', '1.1'), 'eq(fvBD.name,"1.1")', TYPES],
    [where('name', 'ne', '1.1'), 'ne(fvBD.name,"1.1")', TYPES],
    [where('weight', 'eq', '5.0'), 'or(eq(fvBD.weight,"5.0"),eq(fvBD.weight,"5"))', TYPES],
    [where('arpFlood', 'eq', true), 'eq(fvBD.arpFlood,"yes")', TYPES],
    [where('arpFlood', 'ne', false), 'ne(fvBD.arpFlood,"no")', TYPES],
    [where('name', 'in', ['a', 'b']), 'or(eq(fvBD.name,"a"),eq(fvBD.name,"b"))'],
    [where('name', 'in', 'a, b'), 'or(eq(fvBD.name,"a"),eq(fvBD.name,"b"))'],
    [where('name', 'ne', 'db-1'), 'ne(fvBD.name,"db-1")'],
    [where('name', 'in', ['a']), 'eq(fvBD.name,"a")'],
    [where('name', 'not_in', ['a', 'b']), 'and(ne(fvBD.name,"a"),ne(fvBD.name,"b"))'],
    [where('descr', 'eq', ''), 'eq(fvBD.descr,"")'],
    [{ any: [where('name', 'eq', 'a'), where('id', 'eq', 'b')] }, 'or(eq(fvBD.name,"a"),eq(fvBD.id,"b"))'],
    [{ not: where('name', 'eq', 'a') }, 'not(eq(fvBD.name,"a"))'],
    [
      { all: [where('name', 'eq', 'a'), { not: where('id', 'eq', 'b') }] },
      'and(eq(fvBD.name,"a"),not(eq(fvBD.id,"b")))',
    ],
  ])('is pushed and not checked again: %j as %s', (filter, pushed, types) => {
    expect(explain([filter], types)).toEqual([pushed, undefined])
  })
})

describe('a filter the controller can check loosely', () => {
  it.each<[Filter, string, typeof TYPES?]>([
    [where('name', 'contains', 'web'), 'wcard(fvBD.name,"web")'],
    [where('name', 'starts_with', 'web'), 'wcard(fvBD.name,"web")'],
    [where('dn', 'ends_with', '/BD-web'), 'wcard(fvBD.dn,"/BD-web")'],
    [where('dn', 'contains', 'phys-[eth1/1]'), 'wcard(fvBD.dn,"eth1/1")'],
    [where('name', 'contains', 'a*longer piece(x)'), 'wcard(fvBD.name,"longer piece")'],
    [where('name', 'contains', '10.0.0.'), 'wcard(fvBD.name,"10.0.0.")'],
    [where('mtu', 'gt', 1500), 'gt(fvBD.mtu,"1500")', TYPES],
    [where('mtu', 'between', ['1', '5']), 'bw(fvBD.mtu,"1","5")', TYPES],
    [where('mtu', 'le', '1500'), 'le(fvBD.mtu,"1500")', TYPES],
    [where('mtu', 'ge', 1500), 'ge(fvBD.mtu,"1500")', TYPES],
    [where('mtu', 'lt', '100000000000000'), 'lt(fvBD.mtu,"100000000000000")', TYPES],
    [where('weight', 'gt', '1.5'), 'gt(fvBD.weight,"1.5")', TYPES],
    [where('name', 'lt', 'm'), 'lt(fvBD.name,"m")', TYPES],
    [where('name', 'between', ['db 1', 'web/2']), 'bw(fvBD.name,"db 1","web/2")', TYPES],
    [where('name', 'is_set'), 'ne(fvBD.name,"")', TYPES],
    [where('modTs', 'gt', '2026-01-01'), 'ge(fvBD.modTs,"2025-12-31T00:00:00")', TYPES],
    [where('modTs', 'ge', '2026-01-01'), 'ge(fvBD.modTs,"2025-12-31T00:00:00")', TYPES],
    [where('modTs', 'le', '2026-01-01'), 'le(fvBD.modTs,"2026-01-02T00:00:00")', TYPES],
    [where('modTs', 'lt', '2026-01-01T10:00:00.500+02:00'), 'le(fvBD.modTs,"2026-01-02T08:00:00")', TYPES],
    [
      where('modTs', 'between', ['2026-01-01', '2026-01-02']),
      'bw(fvBD.modTs,"2025-12-31T00:00:00","2026-01-03T00:00:00")',
      TYPES,
    ],
    [where('created', 'since', '2026-01-01T10:00:00Z'), 'ge(fvBD.created,"2025-12-31T10:00:00")'],
    [where('ip', 'in_subnet', '10.1.0.0/16'), 'wcard(fvBD.ip,"10.1.")', TYPES],
    [where('ip', 'in_subnet', '10.0.0.0/8'), 'wcard(fvBD.ip,"10.")', TYPES],
    [where('ip', 'in_subnet', '10.1.2.128/25'), 'wcard(fvBD.ip,"10.1.2.")'],
    [where('ip', 'in_subnet', '10.1.2.3'), 'wcard(fvBD.ip,"10.1.2.3")'],
    [where('tcpRules', 'any_bit', ['ack', 'syn']), 'anybit(fvBD.tcpRules,"ack,syn")'],
    [where('tcpRules', 'all_bits', 'ack,syn'), 'and(anybit(fvBD.tcpRules,"ack"),anybit(fvBD.tcpRules,"syn"))', TYPES],
    [where('tcpRules', 'eq', 'syn,ack'), 'eq(fvBD.tcpRules,"syn,ack")', TYPES],
    [where('id', 'eq', '007'), 'eq(fvBD.id,"007")'],
    [where('id', 'eq', '101'), 'eq(fvBD.id,"101")'],
    [where('id', 'eq', 101), 'or(eq(fvBD.id,"101"),wcard(fvBD.id,"101"))'],
    [where('name', 'eq', 1.1), 'wcard(fvBD.name,"1.1")', TYPES],
    [where('mac', 'eq', '0022.bdf8.19ff'), 'or(eq(fvBD.mac,"0022.bdf8.19ff"),eq(fvBD.mac,"00:22:BD:F8:19:FF"))', TYPES],
    [where('ip', 'eq', '2001:DB8:0::1/64'), 'or(eq(fvBD.ip,"2001:DB8:0::1/64"),eq(fvBD.ip,"2001:db8::1/64"))', TYPES],
    [where('ip', 'eq', '10.0.0.1'), 'eq(fvBD.ip,"10.0.0.1")', TYPES],
    [where('id', 'eq', '9007199254740993'), 'eq(fvBD.id,"9007199254740993")'],
    [where('modTs', 'eq', '2026-01-01T00:00:00.000+00:00'), 'eq(fvBD.modTs,"2026-01-01T00:00:00.000+00:00")', TYPES],
    [{ any: [where('name', 'eq', 'a'), where('name', 'contains', 'b')] }, 'or(eq(fvBD.name,"a"),wcard(fvBD.name,"b"))'],
    [{ any: [{ all: [where('name', 'eq', 'a'), where('id', 'gt', 5)] }] }, 'eq(fvBD.name,"a")'],
  ])('is pushed and checked again: %j as %s', (filter, pushed, types) => {
    expect(explain([filter], types)).toEqual([pushed, filter])
  })
})

describe('a filter the controller cannot check', () => {
  it.each<[string, Filter, typeof TYPES?]>([
    ['order of an unknown type', where('mtu', 'gt', 1500)],
    ['order of a fraction among integers', where('mtu', 'gt', '1.5'), TYPES],
    ['order of more digits than a number holds', where('mtu', 'lt', '1000000000000000'), TYPES],
    ['order of words among numbers', where('mtu', 'gt', 'inherit'), TYPES],
    ['order of words with a meaning of their own', where('adminSt', 'gt', 'down'), TYPES],
    ['order of text that begins with a sign', where('name', 'lt', '-m'), TYPES],
    ['order of text with signs in it', where('name', 'lt', 'm(1)'), TYPES],
    ['an interval with one end that has no order there', where('mtu', 'between', ['1', 'inherit']), TYPES],
    ['an interval with one end', where('mtu', 'between', ['1']), TYPES],
    ['whether a property of unknown type is set', where('name', 'is_set')],
    ['what is no network', where('ip', 'in_subnet', 'everything'), TYPES],
    ['no bits', where('tcpRules', 'any_bit', []), TYPES],
    ['bits of which one is no name', where('tcpRules', 'any_bit', ['ack', 'syn)']), TYPES],
    ['bits of unknown names of which one is none', where('flags', 'any_bit', ['(ack', 'syn'])],
    ['order of numbers in text', where('name', 'gt', 5), TYPES],
    ['order of a date and what is no instant', where('modTs', 'gt', 'm'), TYPES],
    ['order of instants in a property that need not be a date', where('name', 'gt', '2026-01-01'), TYPES],
    ['an IPv6 network', where('ip', 'in_subnet', '2001:db8::/32'), TYPES],
    ['a network of less than an octet', where('ip', 'in_subnet', '10.0.0.0/7'), TYPES],
    ['networks that contain an address', where('ip', 'contains_ip', '10.0.0.1'), TYPES],
    ['networks that overlap', where('ip', 'overlaps', '10.0.0.0/8'), TYPES],
    ['a flag of unknown spelling', where('arpFlood', 'eq', true)],
    ['a pattern', where('name', 'matches', '^a')],
    ['emptiness, which includes missing', where('name', 'is_empty'), TYPES],
    ['a backslash', where('name', 'eq', 'a\\b')],
    ['a line break', where('name', 'eq', 'a\nb')],
    ['a lone surrogate', where('name', 'eq', '\uD800')],
    ['nothing but wildcards', where('name', 'contains', '*+')],
    ['text in a number', where('mtu', 'contains', '15'), TYPES],
    ['a value the enum does not have', where('adminSt', 'eq', 'sideways'), TYPES],
    ['a secret', where('pwd', 'ne', 'x'), TYPES],
    ['the name of an empty set of bits', where('tcpRules', 'any_bit', 'unspecified'), TYPES],
    ['bits of a property without bits', where('name', 'any_bit', 'ack'), TYPES],
    ['the negation of a superset', { not: where('name', 'contains', 'a') }],
    ['the negation of a loose equality', where('id', 'ne', '007')],
    ['the negation of a number of an unknown type', where('id', 'ne', 101)],
    ['the negation of an address', where('mac', 'ne', '00:22:BD:F8:19:FF'), TYPES],
    ['an or with a branch that cannot be pushed', { any: [where('name', 'eq', 'a'), where('name', 'matches', 'b')] }],
    ['an empty or', { any: [] }],
    ['an invalid property name', where('name),or(true', 'eq', 'a')],
    [
      'more alternatives than the controller accepts',
      where(
        'name',
        'in',
        Array.from({ length: 21 }, (_, index) => `n${index}`),
      ),
    ],
    [
      'alternatives too long for a URL',
      where(
        'name',
        'in',
        Array.from({ length: 15 }, (_, index) => `${'n'.repeat(200)}${index}`),
      ),
    ],
  ])('is kept here: %s', (_, filter, types) => {
    expect(explain([filter], types)).toEqual([undefined, filter])
  })
})

describe('several filters', () => {
  it('are pushed or kept one by one', () => {
    const pattern = where('name', 'matches', 'b')
    const contains = where('name', 'contains', 'b')

    expect(explain([where('id', 'eq', 'x'), { all: [pattern, contains] }])).toEqual([
      'and(eq(fvBD.id,"x"),wcard(fvBD.name,"b"))',
      { all: [pattern, contains] },
    ])
  })

  it('are pushed as long as they have at most 20 predicates', () => {
    const many = where(
      'name',
      'in',
      Array.from({ length: 19 }, (_, index) => `n${index}`),
    )
    const others = [where('id', 'eq', 'x'), where('pod', 'eq', 'y')]

    const { pushed, local } = pushDown([many, ...others], 'fvBD')

    expect(pushed && countPredicates(pushed)).toBe(2)
    expect(local).toEqual(many)
  })

  it('push nothing when there are none', () => {
    expect(pushDown([], 'fvBD')).toEqual({ pushed: undefined, local: undefined })
  })
})

it('counts the predicates of a whole tree', () => {
  const values: Scalar[] = ['a', 'b', 'c']
  const { pushed } = pushDown([{ not: where('name', 'in', values) }, where('x', 'eq', 'y')], 'fvBD')

  expect(pushed && countPredicates(pushed)).toBe(4)
})
