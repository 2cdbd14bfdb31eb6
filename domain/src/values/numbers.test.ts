import { describe, expect, it } from 'vitest'
import { canonicalNumber, compareNumbers, numberText } from './numbers.ts'

describe('canonicalNumber', () => {
  it.each([
    ['5', '5'],
    ['5.0', '5'],
    ['80.000000', '80'],
    ['100', '100'],
    ['100.10', '100.1'],
    ['0.50', '0.5'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['-1.5', '-1.5'],
    ['18446744073709551615', '18446744073709551615'],
  ])('turns %s into %s', (text, expected) => {
    expect(canonicalNumber(text)).toBe(expected)
  })

  it.each([
    '',
    ' 5',
    '5 ',
    '+5',
    '007',
    '-',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '1,000',
    '10.0.0.1',
    'abc',
    'NaN',
    'Infinity',
    '٣',
  ])('treats %j as text', (text) => {
    expect(canonicalNumber(text)).toBeUndefined()
  })

  it.each(['9'.repeat(100), `-${'9'.repeat(100)}`, `-0.${'0'.repeat(98)}1`])(
    'treats the hundred digits of %s as a number',
    (text) => {
      expect(canonicalNumber(text)).toBe(text)
    },
  )

  it.each(['9'.repeat(101), `0.${'0'.repeat(99)}1`, `1.${'0'.repeat(100)}`])(
    'treats %s as text, because it has more digits',
    (text) => {
      expect(canonicalNumber(text)).toBeUndefined()
    },
  )

  // Quadratic work would take hours.
  it('reads a megabyte of zeros in linear time', () => {
    expect(canonicalNumber(`0.${'0'.repeat(1_000_000)}1`)).toBeUndefined()
  })
})

describe('compareNumbers', () => {
  it.each([
    ['9', '10', -1],
    ['-9', '-10', 1],
    ['-1', '1', -1],
    ['0.5', '0.25', 1],
    ['9', '18446744073709551615', -1],
    ['18446744073709551614', '18446744073709551615', -1],
    ['-18446744073709551614', '-18446744073709551615', 1],
    ['18446744073709551615.5', '18446744073709551615.25', 1],
    ['9007199254740993', '9007199254740993', 0],
  ])('compares %s with %s', (a, b, expected) => {
    expect(Math.sign(compareNumbers(a, b))).toBe(expected)
  })
})

describe('numberText', () => {
  it.each([
    [5, '5'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [-1e21, '-1000000000000000000000'],
  ])('writes %d out as %s', (value, expected) => {
    expect(numberText(value)).toBe(expected)
  })

  it('writes tiny numbers without an exponent too', () => {
    expect(canonicalNumber(numberText(1e-7))).toMatch(/^0\.00000009|^0\.0000001/)
  })
})
