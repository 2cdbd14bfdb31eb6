import { describe, expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { type Random, seededRandom } from '../testing/random.ts'
import { canonicalRow } from './canonical-row.ts'
import { type Chunk, createChunker } from './chunker.ts'

const KB = 1024

/** FNV-1a, mixed: good enough for cutting. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 16
}

function cut(rows: readonly Row[], hashOf: (text: string) => number = hash): Chunk[] {
  const chunker = createChunker(hashOf)
  const ended = rows.map((row) => chunker.add(canonicalRow(row), typeof row.dn === 'string' ? row.dn : undefined))
  return [...ended, chunker.end()].filter((chunk) => chunk !== undefined)
}

const never = (): number => 1
const rowsOf = (count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index))

describe('createChunker', () => {
  it('creates no chunk without rows', () => {
    expect(createChunker(never).end()).toBeUndefined()
  })

  it('keeps all rows in order', () => {
    const rows = rowsOf(5_000, (index) => ({ dn: `uni/tn-${index}` }))

    const chunks = cut(rows)

    expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(rows.map(canonicalRow))
    expect(chunks.length).toBeGreaterThan(40)
    expect(chunks.length).toBeLessThan(120)
  })

  it('ends a chunk after a row by the hash of its DN or, without a DN, of its text', () => {
    const ends = (text: string): number => (text === 'end' || text === '{"name":"end"}' ? 64 : 1)

    const chunks = cut([{ dn: 'a' }, { dn: 'end', name: 'x' }, { name: 'end' }, { dn: 'b' }], ends)

    expect(chunks.map(({ rows }) => rows.length)).toEqual([2, 1, 1])
  })

  it('holds at most 512 rows', () => {
    const chunks = cut(
      rowsOf(1_100, (index) => ({ index })),
      never,
    )

    expect(chunks.map(({ rows }) => rows.length)).toEqual([512, 512, 76])
  })

  it('holds at most 256 KB, counted in UTF-8', () => {
    const chunks = cut(
      rowsOf(40, () => ({ text: 'é'.repeat(10 * KB) })),
      never,
    )

    expect(chunks.map(({ rows }) => rows.length)).toEqual([12, 12, 12, 4])
    for (const { rows, bytes } of chunks) expect(bytes).toBe(Buffer.byteLength(rows.join('\n')))
  })

  it('fills a chunk to the last byte', () => {
    const half = (): Row => ({ x: 'x'.repeat(128 * KB - 8) })

    const chunks = cut([half(), { x: 'x'.repeat(128 * KB - 9) }, half(), half()], never)

    expect(chunks.map(({ bytes }) => bytes)).toEqual([256 * KB, 128 * KB, 128 * KB])
  })

  it('puts a row larger than that into its own chunk', () => {
    const huge = { dn: 'huge', text: 'x'.repeat(300 * KB) }

    expect(cut([{ dn: 'a' }, huge, { dn: 'b' }], never).map(({ rows }) => rows.length)).toEqual([1, 1, 1])
    expect(cut([huge], never).map(({ rows }) => rows.length)).toEqual([1])
  })

  it('records the range of its DNs in byte order', () => {
    const [chunk] = cut([{ dn: '\uffee' }, { name: 'none' }, { dn: '😀' }, { dn: 'b\ud800' }, { dn: 'c' }], never)

    expect([chunk?.minDn, chunk?.maxDn]).toEqual(['b\ufffd', '😀'])
  })

  it('records no range when no row has a DN', () => {
    const [chunk] = cut([{ name: 'a' }], never)

    expect(chunk).toEqual({ rows: ['{"name":"a"}'], minDn: undefined, maxDn: undefined, bytes: 12 })
  })

  const edits: Record<string, (rows: Row[], at: number, random: Random) => void> = {
    added: (rows, at, random) => rows.splice(at, 0, { dn: `uni/tn-new${random.below(1_000)}` }),
    removed: (rows, at) => rows.splice(at, 1),
    changed: (rows, at) => (rows[at] = { ...rows[at], name: 'changed' }),
  }

  it.each(['added', 'removed', 'changed'])('changes at most three chunks when one of 5,000 rows is %s', (edit) => {
    const rows = rowsOf(5_000, (index) => ({ ...(index % 3 > 0 && { dn: `uni/tn-${index}` }), name: `n${index}` }))
    const contents = (edited: Row[]): string[] => cut(edited).map((chunk) => chunk.rows.join('\n'))
    const known = new Set(contents(rows))

    for (let seed = 0; seed < 8; seed++) {
      const random = seededRandom(seed)
      const edited = [...rows]
      edits[edit]?.(edited, random.below(rows.length), random)
      const current = contents(edited)

      expect(current.filter((content) => !known.has(content)).length).toBeLessThanOrEqual(3)
      expect([...known].filter((content) => !current.includes(content)).length).toBeLessThanOrEqual(3)
    }
  })
})
