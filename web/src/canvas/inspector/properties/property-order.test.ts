import { describe, expect, it } from 'vitest'
import { movedName, offeredProperties } from './property-order.ts'

it.each([
  [0, 1, 'b a c'],
  [2, 0, 'c a b'],
  [0, -1, 'a b c'],
  [2, 3, 'a b c'],
  [9, 0, 'a b c'],
])('moves the name at %i to %i', (from, to, expected) => {
  expect(movedName(['a', 'b', 'c'], from, to).join(' ')).toBe(expected)
})

describe('the properties that are offered', () => {
  const PROPERTIES = [
    { name: 'arpFlood', label: 'ARP flooding' },
    { name: 'descr', label: 'Description' },
    { name: 'mtu', label: 'Size' },
    { name: 'name', label: 'Name', naming: true },
  ]
  it.each([
    ['', 'name mtu arpFlood descr'],
    ['flood', 'arpFlood'],
    ['DESC', 'descr'],
    ['size', 'mtu'],
    ['x', ''],
  ])('for %j are %s', (text, expected) => {
    const offered = offeredProperties(PROPERTIES, new Set(['mtu']), text)

    expect(offered.map(({ name }) => name).join(' ')).toBe(expected)
  })
})
