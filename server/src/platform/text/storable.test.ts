import { expect, it } from 'vitest'
import { storable } from './storable.ts'

it.each([
  ['plain text 🧵', 'plain text 🧵'],
  ['a\0b', 'a\ufffdb'],
  ['\ud800', '\ufffd'],
  [{ 'k\0': ['\0', 7, null, true] }, { 'k\ufffd': ['\ufffd', 7, null, true] }],
  [new Date(0), new Date(0)],
  [undefined, undefined],
])('makes %j storable as %j', (value, stored) => {
  expect(storable(value)).toEqual(stored)
})
