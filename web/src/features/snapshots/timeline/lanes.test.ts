import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { boxOf, lanesOf, lastChange, pairOf, segmentText, timesOf } from './lanes.ts'

/** An object through captures 0, 1, 2…; undefined where it is absent. */
function replyOf(...objects: readonly (Readonly<Record<string, unknown>> | undefined)[]): Wire.TimelineReply {
  const points = objects.map((attributes, index) => ({
    snapshot_id: `s${index}`,
    executed_at: `2026-11-2${index}T06:30:00Z`,
    present: attributes !== undefined,
    attributes: attributes ?? {},
  }))
  const names = [...new Set(objects.flatMap((attributes) => Object.keys(attributes ?? {})))]
  const evolution = names.map((attribute) => {
    const values = objects.flatMap((one) => (one === undefined ? [] : [JSON.stringify(one[attribute])]))
    const changes = values.filter((value, index) => index > 0 && value !== values[index - 1]).length
    return {
      attribute,
      change_count: changes,
      is_stable: changes === 0,
      distinct_values: new Set(values).size,
      values: [],
    }
  })
  return {
    dn: 'uni/tn-a',
    saved_query_id: 'q',
    snapshot_count: points.length,
    points,
    attribute_evolution: evolution,
    tracked_attributes: names,
  }
}

const texts = (reply: Wire.TimelineReply, attribute: string) =>
  [...lanesOf(reply).changing, ...lanesOf(reply).stable]
    .find((lane) => lane.attribute === attribute)!
    .segments.map((segment) => `${segmentText(segment, 'absent')} ${segment.first}-${segment.last}`)

describe('the life of an object', () => {
  const reply = replyOf(
    { arpFlood: 'no', descr: '', mtu: 9000 },
    { arpFlood: 'yes', descr: '', mtu: 9000 },
    undefined,
    { arpFlood: 'yes', descr: 'moved', mtu: 9000 },
    { arpFlood: 'no', descr: 'moved', mtu: 9000 },
  )

  it('has a segment for as long as a value stays, interrupted where it is gone', () => {
    expect(texts(reply, 'arpFlood')).toEqual(['no 0-0', 'yes 1-1', 'absent 2-2', 'yes 3-3', 'no 4-4'])
    expect(texts(reply, 'descr')).toEqual(['"" 0-1', 'absent 2-2', 'moved 3-4'])
  })

  it('shows the most changed first, and what never changed apart', () => {
    const { changing, stable } = lanesOf(reply)

    expect(changing.map(({ attribute, changes }) => [attribute, changes])).toEqual([
      ['arpFlood', 2],
      ['descr', 1],
    ])
    expect(stable.map(({ attribute }) => attribute)).toEqual(['mtu'])
  })

  it('has the same tone for the same value', () => {
    const [lane] = lanesOf(reply).changing

    expect(lane!.segments.filter(({ isAbsent }) => !isAbsent).map(({ tone }) => tone)).toEqual([0, 1, 1, 0])
  })

  it('says when it was there', () => {
    expect(lanesOf(reply).presence.map(({ isAbsent, first, last }) => [isAbsent, first, last])).toEqual([
      [false, 0, 1],
      [true, 2, 2],
      [false, 3, 4],
    ])
  })

  it('leads to the pair of captures between which a value began; the first was there from the start', () => {
    const { segments } = lanesOf(reply).changing[0]!

    expect(segments.map((segment) => pairOf(reply.points, segment))).toEqual([
      undefined,
      ['s0', 's1'],
      ['s1', 's2'],
      ['s2', 's3'],
      ['s3', 's4'],
    ])
    expect(lastChange(segments)?.first).toBe(4)
  })

  it('lasts until the next capture that says otherwise, or until now', () => {
    const { segments } = lanesOf(reply).changing[1]!

    expect(segments.map((segment) => timesOf(reply.points, segment))).toEqual([
      { from: '2026-11-20T06:30:00Z', until: '2026-11-22T06:30:00Z' },
      { from: '2026-11-22T06:30:00Z', until: '2026-11-23T06:30:00Z' },
      { from: '2026-11-23T06:30:00Z' },
    ])
  })

  it('tells null, empty and what is absent apart', () => {
    expect(texts(replyOf({ a: null, b: 1 }, { a: '', b: 1 }, { b: 1 }), 'a')).toEqual(['null 0-0', '"" 1-1', '· 2-2'])
  })
})

it('a capture is as wide as any other', () => {
  expect([boxOf({ first: 0, last: 0 }, 4), boxOf({ first: 1, last: 3 }, 4)]).toEqual([
    { start: 0, width: 25 },
    { start: 25, width: 75 },
  ])
})
