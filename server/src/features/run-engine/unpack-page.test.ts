import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textBytes, unpackPage } from './unpack-page.ts'

const packed = (body: Uint8Array, maxBytes = 1_000_000) =>
  ({ ok: true, body, packed: { encoding: 'gzip', maxBytes } }) as const
const TEXT = Buffer.from('{"imdata":[]}'.repeat(20_000))

describe('unpacking a page', () => {
  it('returns a page that is not packed as it is', () => {
    expect(unpackPage({ ok: true, body: TEXT })).toEqual({ ok: true, body: TEXT })
  })

  it.each([
    ['one piece', gzipSync(TEXT)],
    ['several members', Buffer.concat([gzipSync(TEXT.subarray(0, 200_000)), gzipSync(TEXT.subarray(200_000))])],
  ])('returns the text of %s', (_how, body) => {
    const unpacked = unpackPage(packed(body))

    expect(unpacked.ok && TEXT.equals(unpacked.body)).toBe(true)
  })

  it('stops at the limit, whatever length the page announces', () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const modest = Buffer.from(bomb)
    modest.writeUInt32LE(10, modest.length - 4)

    for (const body of [bomb, modest]) expect(unpackPage(packed(body))).toEqual({ ok: false, fault: 'too_big' })
  })

  it.each([
    ['truncated', gzipSync(TEXT).subarray(0, -20)],
    ['not gzip', TEXT],
    ['empty', new Uint8Array()],
  ])('reports a page that is %s', (_how, body) => {
    expect(unpackPage(packed(body))).toEqual({ ok: false, fault: 'damaged' })
  })
})

it.each([
  ['one that is not packed', { ok: true, body: TEXT } as const, TEXT.length],
  ['a packed one', packed(gzipSync(TEXT)), TEXT.length],
  ['one that announces more than the limit', packed(gzipSync(TEXT), 1_000), 1_000],
  ['an empty one', packed(new Uint8Array()), 0],
])('knows the size of a page before it is unpacked: %s', (_what, page, bytes) => {
  expect(textBytes(page)).toBe(bytes)
})
