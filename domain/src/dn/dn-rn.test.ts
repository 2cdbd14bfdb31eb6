import { describe, expect, it } from 'vitest'
import { buildRn, parseRn, rnPrefix } from './dn.ts'

const SHAPES: readonly (readonly [format: string, rn: string, values: Record<string, string>])[] = [
  ['rsctx', 'rsctx', {}],
  ['tn-{name}', 'tn-A', { name: 'A' }],
  ['tn-{name}', 'tn-', { name: '' }],
  [
    'rspathAtt-[{tDn}]',
    'rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/24]]',
    { tDn: 'topology/pod-1/paths-101/pathep-[eth1/24]' },
  ],
  ['epmactag-{mac}-[{bdName}]', 'epmactag-00:11:22:33:44:55-[bd-[1]]', { mac: '00:11:22:33:44:55', bdName: 'bd-[1]' }],
  ['hports-{name}-typ-{type}', 'hports-a-typ-b-typ-range', { name: 'a-typ-b', type: 'range' }],
  ['fromaddr-[{from}]-toaddr-[{to}]', 'fromaddr-[10.0.0.1]-toaddr-[10.0.0.9]', { from: '10.0.0.1', to: '10.0.0.9' }],
  ['dot1P-{from}-{to}', 'dot1P-0-7', { from: '0', to: '7' }],
  ['conn-[{encap}]-[{addr}]', 'conn-[vlan-2052]-[20.52.0.3/24]', { encap: 'vlan-2052', addr: '20.52.0.3/24' }],
  ['x-{a}-{b}-{c}', 'x-1-2-3-4', { a: '1-2', b: '3', c: '4' }],
]

describe('parseRn', () => {
  it.each(SHAPES)('reads %s in %s', (format, rn, values) => {
    expect(parseRn(rn, format)).toEqual(values)
  })

  it.each([
    ['tn-{name}', 'BD-A'],
    ['rsctx', 'rsctx2'],
    ['rspathAtt-[{tDn}]', 'rspathAtt-[a'],
    ['rspathAtt-[{tDn}]', 'rspathAtt-[a]b'],
    ['hports-{name}-typ-{type}', 'hports-a'],
    ['', 'x'],
  ])('does not find the format %s in %s', (format, rn) => {
    expect(parseRn(rn, format)).toBeUndefined()
  })

  it('creates an own property for a value named __proto__', () => {
    expect(Object.entries(parseRn('tn-x', 'tn-{__proto__}') ?? {})).toEqual([['__proto__', 'x']])
  })
})

describe('buildRn', () => {
  it.each(SHAPES)('turns %s into %s', (format, rn, values) => {
    expect(buildRn(format, values)).toBe(rn)
  })

  it.each([
    ['a missing value', 'tn-{name}', {}],
    ['a bare slash', 'tn-{name}', { name: 'a/b' }],
    ['an unbalanced bracket', 'x-[{name}]', { name: 'a]' }],
    ['a value every object inherits', 'tn-{constructor}', {}],
  ])('rejects %s', (_, format, values) => {
    expect(buildRn(format, values)).toBeUndefined()
  })
})

describe('rnPrefix', () => {
  it.each([
    ['rsctx', 'rsctx'],
    ['tn-{name}', 'tn-'],
    ['rspathAtt-[{tDn}]', 'rspathAtt-'],
    ['annotationKey-[{key}]', 'annotationKey-'],
    ['epmactag-{mac}-[{bdName}]', 'epmactag-'],
  ])('the RN prefix of %s is %s', (format, prefix) => {
    expect(rnPrefix(format)).toBe(prefix)
  })
})
