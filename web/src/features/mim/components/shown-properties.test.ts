import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { filtered, fitting, inOrder } from './shown-properties.ts'

const property = (name: string, facts: Partial<Wire.MimProperty> = {}): Wire.MimProperty => ({
  name,
  type: 'string',
  required: false,
  label: '',
  description: '',
  default: null,
  values: [],
  value_count: 0,
  read_only: false,
  create_only: false,
  secure: false,
  deprecated: false,
  raw_type: '',
  ...facts,
})
const PROPERTIES = [
  property('arpFlood', { type: 'boolean', label: 'ARP flooding', values: ['no', 'yes'] }),
  property('dn', { type: 'dn' }),
  property('unicastRoute', { type: 'boolean', label: 'Routing' }),
  property('name', { naming: true }),
]
const names = (properties: readonly Wire.MimProperty[]) => properties.map(({ name }) => name)

it('shows what names an object first', () => {
  expect(names(inOrder(PROPERTIES))).toEqual(['name', 'dn', 'arpFlood', 'unicastRoute'])
})

it.each([
  ['', undefined, ['arpFlood', 'dn', 'unicastRoute', 'name']],
  ['FLOOD arp', undefined, ['arpFlood']],
  ['routing', undefined, ['unicastRoute']],
  ['yes', undefined, ['arpFlood']],
  ['', 'boolean', ['arpFlood', 'unicastRoute']],
  ['arp', 'dn', []],
])('narrows by “%s” and the type %s', (text, type, expected) => {
  expect(names(filtered(PROPERTIES, text, type))).toEqual(expected)
})

describe('values in a line', () => {
  it.each([
    [['no', 'yes'], 34, 2],
    [['flood', 'hardware-proxy', 'encap-flood', 'drop', 'all'], 24, 2],
    [['a-value-that-is-longer-than-the-line', 'b', 'c'], 10, 1],
    [['aaaa', 'bbbb', 'c'], 12, 3],
    [[], 10, 0],
  ])('of %j with room for %d letters are %d', (values, room, expected) => {
    expect(fitting(values, room)).toBe(expected)
  })
})
