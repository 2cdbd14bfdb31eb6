import { describe, expect, it } from 'vitest'
import { decodeManifest, encodeManifest } from './manifest.ts'

describe('a manifest', () => {
  it('keeps the order of the ids, however large, and their row counts', () => {
    const entries = [5, 6, 7, 2, 2 ** 40, 2 ** 52 + 1, 1].map((id, index) => ({ id, rowCount: index * 100 }))

    const { ids, rowCounts } = decodeManifest(encodeManifest(entries))

    expect([...ids].map((id, index) => ({ id, rowCount: rowCounts[index] }))).toEqual(entries)
  })

  it('is rejected when it is truncated or in another format', () => {
    const bytes = encodeManifest([{ id: 300, rowCount: 512 }])

    expect(() => decodeManifest(bytes.subarray(0, -1))).toThrow('manifest is truncated')
    expect(() => decodeManifest(Buffer.from('{"dn"'))).toThrow('manifest format 123: expected 1')
  })
})
