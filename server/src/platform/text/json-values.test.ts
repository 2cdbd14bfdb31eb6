import { expect, it } from 'vitest'
import { mayExceedValues } from './json-values.ts'

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

it.each([
  ['empty objects', Array.from({ length: 100 }, () => ({}))],
  ['numbers', Array.from({ length: 200 }, () => 1)],
  ['members', Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, null]))],
  ['lists in lists', Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 0)],
])('finds too many %s', (_what, value) => {
  expect(mayExceedValues(bytes(value), 100)).toBe(true)
  expect(mayExceedValues(bytes(value), 1_000)).toBe(false)
})

it('never counts fewer values than there are', () => {
  expect(mayExceedValues(bytes([1, 2, 3]), 2)).toBe(true)
  expect(mayExceedValues(bytes(1), 0)).toBe(false)
})

it.each([0, 1, 2, 3])('counts every byte of a text that begins at byte %s of its buffer', (offset) => {
  for (const text of ['[[[[', '[[[[[']) {
    const shared = new Uint8Array(16)
    shared.set(Buffer.from(text), offset)
    const json = shared.subarray(offset, offset + text.length)

    expect(mayExceedValues(json, text.length - 1)).toBe(true)
    expect(mayExceedValues(json, text.length)).toBe(false)
  }
})
