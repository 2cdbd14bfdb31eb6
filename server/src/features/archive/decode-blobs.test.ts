import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeBlob } from './blob.ts'
import { contentBytes, decodeBlobs } from './decode-blobs.ts'

const text = (bytes: number, seed: string): Buffer =>
  Buffer.from(seed.repeat(Math.ceil(bytes / seed.length)).slice(0, bytes))
const alone = (raw: Buffer) => ({ body: encodeBlob(raw).body, base: null })

describe('blobs that are decoded together', () => {
  it('come in their order, with and without a base', () => {
    const contents = [text(300, 'first '), text(70_000, 'second '), text(20, 'third ')]
    const bases = contents.map(alone)
    const changed = Buffer.concat([contents[1]!, Buffer.from('and more')])
    const dictionary = { id: 1, raw: contents[1]!, bodyBytes: 1_000_000 }
    const delta = { body: encodeBlob(changed, dictionary).body, base: bases[1]!.body }

    expect(decodeBlobs([bases[2]!, delta, bases[0]!, bases[1]!])).toEqual([
      contents[2],
      changed,
      contents[0],
      contents[1],
    ])
  })

  it('may be more than are decoded at once, larger than that, or empty', () => {
    const contents = [0, 1, 255, 256, 257, 3_000_000, 3_000_000, 9_000_000, 65_791, 65_792].map((bytes, at) =>
      text(bytes, `content ${at} `),
    )

    expect(decodeBlobs(contents.map(alone)).map((raw, at) => raw.equals(contents[at]!))).toEqual(
      contents.map(() => true),
    )
  })

  it('may be such whose size is not known', () => {
    const contents = ['one', 'two', 'three'].map((seed) => text(1_000, seed))
    const bodies = contents.map((raw, at) => (at === 1 ? { body: zstdCompressSync(raw), base: null } : alone(raw)))

    expect(decodeBlobs(bodies)).toEqual(contents)
  })
})

it.each([0, 1, 255, 256, 257, 65_791, 65_792, 3_000_000])('a blob says that it has %i bytes', (bytes) => {
  const said = contentBytes(encodeBlob(text(bytes, 'content ')).body)

  expect([bytes, undefined]).toContain(said)
  if (bytes > 100) expect(said).toBe(bytes)
})
