import { describe, expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { seededRandom } from '../testing/random.ts'
import { compareBytes } from './byte-order.ts'
import { canonicalRow, parseCanonicalRow } from './canonical-row.ts'
import { randomRow } from '../testing/random-rows.ts'

describe('canonicalRow', () => {
  it.each<[string, string, string]>([
    ['sorts attributes', '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['sorts names that look like numbers as texts', '{"10":1,"9":2,"a":3}', '{"10":1,"9":2,"a":3}'],
    ['sorts by bytes, not by code units', '{"😀":1,"\uffee":2}', '{"\uffee":2,"😀":1}'],
    ['keeps null and leaves out what is absent', '{"a":null}', '{"a":null}'],
    ['distinguishes numbers from texts', '{"a":5,"b":"5"}', '{"a":5,"b":"5"}'],
    ['keeps the order of lists', '{"a":["b",["a",1],[]]}', '{"a":["b",["a",1],[]]}'],
    [
      'sorts the attributes of objects in lists',
      '{"a":[{"z":1,"y":{"x":1,"w":2}}]}',
      '{"a":[{"y":{"w":2,"x":1},"z":1}]}',
    ],
    ['keeps an attribute named like the prototype', '{"__proto__":"x","a":1}', '{"__proto__":"x","a":1}'],
    ['escapes lone surrogates', '{"a":"\\ud800"}', '{"a":"\\ud800"}'],
    ['writes a row without attributes', '{}', '{}'],
  ])('writes canonical text: %s', (_fact, row, canonical) => {
    expect(canonicalRow(JSON.parse(row) as Row)).toBe(canonical)
  })

  it('is equal only for equal rows, and can be read back', () => {
    const random = seededRandom(1)

    for (let round = 0; round < 800; round++) {
      const row = randomRow(random)
      const shuffled = Object.fromEntries(Object.entries(row).reverse())
      const text = canonicalRow(row)

      expect(canonicalRow(shuffled)).toBe(text)
      expect(canonicalRow(parseCanonicalRow(text))).toBe(text)
      expect(Object.entries(parseCanonicalRow(text)).sort()).toEqual(Object.entries(row).sort())
      expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text)
    }
  })
})

describe('compareBytes', () => {
  it('orders like the bytes of UTF-8', () => {
    const random = seededRandom(2)
    const characters = ['a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '𐀀', '\u0000']
    const text = (): string => Array.from({ length: random.below(4) }, () => random.pick(characters)).join('')

    for (let round = 0; round < 800; round++) {
      const [a, b] = [text(), text()]

      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }
  })

  it('never ties different texts', () => {
    expect(compareBytes('\ud800', '\udc00')).toBeLessThan(0)
    expect(compareBytes('\ud800', '\ufffd')).toBeGreaterThan(0)
  })
})
