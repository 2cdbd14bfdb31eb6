import { describe, expect, it } from 'vitest'
import { newCode, newToken, normaliseCode } from './one-time-codes.ts'

describe('codes', () => {
  it('have eight symbols, none easily confused with another', () => {
    const codes = Array.from({ length: 500 }, newCode)

    expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(500)
  })

  it.each([
    ['abcd-2345', 'ABCD-2345'],
    ['ABCD2345', 'ABCD-2345'],
    [' abcd 2345 ', 'ABCD-2345'],
    ['ABCD-234', undefined],
    ['ABCD-23456', undefined],
    ['ABCD-0000', undefined],
    ['', undefined],
  ])('are read in any letter case and with any separators: %j', (typed, expected) => {
    expect(normaliseCode(typed)).toBe(expected)
  })
})

it('creates tokens of 256 bits', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
})
