import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { PARTS_FORMAT, packParts, unpackParts } from './pack-parts.ts'

const parts = {
  'a.bytes': Uint8Array.of(1, 2, 3),
  'b.words': Uint32Array.of(1, 2 ** 32 - 1),
  'c.empty': new Uint32Array(0),
  'd.ä': Uint16Array.of(65_535),
}

describe('packed parts', () => {
  it('are unpacked unchanged, as views of the same bytes', () => {
    const packed = packParts(parts)

    const unpacked = unpackParts(packed)

    expect(unpacked).toEqual(parts)
    expect(unpacked['b.words']?.buffer).toBe(packed.buffer)
  })

  it('can be at any position in a larger buffer', () => {
    const packed = packParts(parts)
    for (const offset of [0, 1, 4, 7]) {
      const larger = new Uint8Array(packed.length + 16)
      larger.set(packed, offset)

      expect(unpackParts(larger.subarray(offset, offset + packed.length))).toEqual(parts)
    }
  })

  it('do not depend on the order of the parts', () => {
    expect(packParts(Object.fromEntries(Object.entries(parts).reverse()))).toEqual(packParts(parts))
  })

  it('are unpacked even if there are none', () => {
    expect(unpackParts(packParts({}))).toEqual({})
  })

  it('are rejected if any bit was changed or any byte is missing', () => {
    const packed = packParts(parts)
    const random = seededRandom(3)
    for (let round = 0; round < 300; round++) {
      const damaged = packed.slice()
      damaged[random.below(packed.length)]! ^= 1 << random.below(8)
      expect(() => unpackParts(damaged)).toThrow(/^packed index: /)
      expect(() => unpackParts(packed.slice(0, random.below(packed.length)))).toThrow(/^packed index: /)
    }
  })

  it('are rejected if another version packed them', () => {
    const other = packParts(parts)
    other[4] = PARTS_FORMAT + 1

    expect(() => unpackParts(other)).toThrow(
      `packed index: format ${String(PARTS_FORMAT + 1)}, expected ${String(PARTS_FORMAT)}`,
    )
  })
})
