import { expect, it } from 'vitest'
import { cancelEqual } from '@heddle/domain/snapshot/cancel-equal.ts'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { LinePairs } from './line-pairs.ts'
import { type BalanceSide, RowBalance } from './row-balance.ts'

type Blobs = readonly (readonly string[])[]
const blobOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'))

/** Both sides, blob by blob, and what was handed on as a text. */
function pair(before: Blobs, after: Blobs) {
  const texts: [BalanceSide, string][] = []
  let equal = 0
  const pairs = new LinePairs({ onEqual: () => (equal += 1), onOther: (side, text) => texts.push([side, text]) })
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [left, right] = [before[at], after[at]]
    if (left) pairs.add('before', blobOf(left))
    if (right) pairs.add('after', blobOf(right))
    pairs.meet()
  }
  const waiting = pairs.bytes
  pairs.end()
  return { texts, equal, waiting, bytes: pairs.bytes }
}

const LINES = Array.from({ length: 300 }, (_, index) => `{"dn":"uni/tn-${index}","descr":"Zürich"}`)
const inBlobs = (lines: readonly string[], size: number): Blobs =>
  Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => lines.slice(at * size, (at + 1) * size))

it('hands on only the lines that differ, wherever blobs end', () => {
  const after = LINES.with(7, 'changed').with(299, 'the last')

  const { texts, equal, bytes } = pair(inBlobs(LINES, 64), inBlobs(after, 50))

  expect(equal).toBe(298)
  expect(texts).toEqual([
    ['before', LINES[7]],
    ['after', 'changed'],
    ['before', LINES[299]],
    ['after', 'the last'],
  ])
  expect(bytes).toBe(0)
})

it('finds its step again after lines that were added or removed', () => {
  const after = [...LINES.slice(0, 10), 'new 1', 'new 2', ...LINES.slice(10, 100), ...LINES.slice(103)]

  const { texts, equal } = pair([LINES], [after])

  expect(equal).toBe(297)
  expect(texts.filter(([side]) => side === 'after').map(([, text]) => text)).toEqual(['new 1', 'new 2'])
  expect(texts.filter(([side]) => side === 'before').map(([, text]) => text)).toEqual(LINES.slice(100, 103))
})

it('says how much waits for the other side', () => {
  const { waiting, texts } = pair([['ab', 'cdef']], [])

  expect(waiting).toBe(7)
  expect(texts).toEqual([
    ['before', 'ab'],
    ['before', 'cdef'],
  ])
})

it('loses nothing, in whichever order the sides are', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 40; round++) {
    const lines = () => Array.from({ length: random.below(200) }, () => `row ${random.below(90)}`)
    const before = lines()
    const after = random.chance(0.5) ? lines() : before.filter(() => random.chance(0.9)).toReversed()
    const { texts, equal } = pair(inBlobs(before, 1 + random.below(40)), inBlobs(after, 1 + random.below(40)))
    const rows = new RowBalance()
    for (const [side, text] of texts) rows.add(side, text)
    const rest = rows.take()

    const expected = cancelEqual(before, after)
    expect(rest.cancelled + equal).toBe(expected.cancelled)
    expect(rest.before.toSorted()).toEqual(expected.before.toSorted())
    expect(rest.after.toSorted()).toEqual(expected.after.toSorted())
  }
})
