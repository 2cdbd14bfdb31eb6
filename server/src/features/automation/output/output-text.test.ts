import { describe, expect, it } from 'vitest'
import { STDOUT_CHUNK_BYTES } from '@heddle/contract/automation.ts'
import { appended, chunksOf, lineOf, type OutputChunk, previewOf } from './output-text.ts'

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let place = 0; place < bytes.length; place += length) yield bytes.subarray(place, place + length)
}
async function chunked(text: string | Uint8Array, pieceLength = 64 * 1024): Promise<OutputChunk[]> {
  const chunks: OutputChunk[] = []
  for await (const chunk of chunksOf(inPieces(typeof text === 'string' ? Buffer.from(text) : text, pieceLength)))
    chunks.push(chunk)
  return chunks
}
const textOf = (chunks: readonly OutputChunk[]): string => chunks.map(({ bytes }) => bytes.toString('utf8')).join('')

describe('an output in chunks', () => {
  it.each([
    ['ASCII', 'x'],
    ['two bytes', 'é'],
    ['three bytes', '€'],
    ['four bytes', '🧵'],
  ])('is cut between characters wherever a chunk ends: %s', async (_name, character) => {
    for (let shift = 0; shift < 4; shift++) {
      const text = 'a'.repeat(shift) + character.repeat(STDOUT_CHUNK_BYTES)

      const chunks = await chunked(text)

      expect(textOf(chunks)).toBe(text)
      expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_chunk, index) => index))
      const ends = chunks.map(({ offset, bytes }) => offset + bytes.length)
      expect(chunks.map(({ offset }) => offset)).toEqual([0, ...ends.slice(0, -1)])
      for (const { bytes } of chunks.slice(0, -1)) {
        expect(bytes.length).toBeLessThanOrEqual(STDOUT_CHUNK_BYTES)
        expect(bytes.length).toBeGreaterThan(STDOUT_CHUNK_BYTES - 4)
      }
    }
  })

  it('is the same however its bytes arrive', async () => {
    const text = 'plain\r\nprogress 1\rprogress 2\r\r\n€🧵 \u001b[0;33mchanged\u001b[0m\n'

    for (const length of [1, 2, 3, 5, 1_000])
      expect(textOf(await chunked(text, length))).toBe(text.replaceAll(/\r+\n/g, '\n'))
  })

  it('may have any number of carriage returns in a row, which a pattern would try from each of them', async () => {
    const returns = '\r'.repeat(3_000_000)

    expect(textOf(await chunked(`${returns}x`)) === `${returns}x`).toBe(true)
    expect(textOf(await chunked(`${returns}\nx`))).toBe('\nx')
    expect(lineOf(`${returns}x`) === `${returns}x\n`).toBe(true)
  })

  it('has U+FFFD for bytes that are not UTF-8, and for NUL', async () => {
    expect(textOf(await chunked(Buffer.from([0x61, 0xff, 0x00, 0x62, 0xe2, 0x82]), 1))).toBe('a\ufffd\ufffdb\ufffd')
  })

  it('of nothing has none', async () => {
    expect(await chunked('')).toEqual([])
  })

  it('exactly as long as a chunk is one', async () => {
    expect(await chunked('x'.repeat(STDOUT_CHUNK_BYTES))).toHaveLength(1)
  })

  it('grows into the same chunks as when it is read at once', async () => {
    const pieces = Array.from({ length: 50 }, (_unused, index) => `${index} ${'€🧵é'.repeat(500)}\n`)

    const grown: OutputChunk[] = []
    for (const piece of pieces) grown.push(...appended(grown.pop(), piece))

    expect(grown).toEqual(await chunked(pieces.join('')))
  })
})

describe('the text of an event', () => {
  it.each([
    ['', ''],
    ['PLAY [all]', 'PLAY [all]\n'],
    ['\r\nTASK [x]\r\nok', '\nTASK [x]\nok\n'],
    ['50%\r100%\r', '50%\r100%\n'],
    ['a\0\ud800', 'a\ufffd\ufffd\n'],
  ])('%j is shown as %j', (stdout, text) => {
    expect(lineOf(stdout)).toBe(text)
  })
})

it('a preview has the first 2,000 characters, none of them cut', () => {
  expect(previewOf(Buffer.from('🧵'.repeat(3_000)))).toBe('🧵'.repeat(2_000))
  expect(previewOf(Buffer.from('short'))).toBe('short')
})
