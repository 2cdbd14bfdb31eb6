import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { lastChange, pairOf, segmentText, timesOf } from './lanes.ts'
import { pictureOf, sideNames } from './pictured-lanes.ts'

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

const pictured = (...replies: readonly Wire.TimelineReply[]) =>
  pictureOf(replies.map((reply, index) => ({ name: String(index), reply })))
const laneOf = (reply: Wire.TimelineReply, attribute: string) => {
  const { telling, quiet } = pictured(reply)
  return [...telling, ...quiet].find((lane) => lane.attribute === attribute)!.lanes[0]!
}
const texts = (reply: Wire.TimelineReply, attribute: string) =>
  laneOf(reply, attribute).segments.map(
    (segment) => `${segmentText(segment, 'absent')} ${segment.first}-${segment.last}`,
  )

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
    const { telling, quiet } = pictured(reply)

    expect(telling.map(({ attribute, lanes }) => [attribute, lanes[0]!.changes])).toEqual([
      ['arpFlood', 2],
      ['descr', 1],
    ])
    expect(quiet.map(({ attribute }) => attribute)).toEqual(['mtu'])
  })

  it('has the same tone for the same value', () => {
    const { segments } = laneOf(reply, 'arpFlood')

    expect(segments.filter(({ isAbsent }) => !isAbsent).map(({ tone }) => tone)).toEqual([0, 1, 1, 0])
  })

  it('says when it was there', () => {
    expect(pictured(reply).presence[0]!.segments.map(({ isAbsent, first, last }) => [isAbsent, first, last])).toEqual([
      [false, 0, 1],
      [true, 2, 2],
      [false, 3, 4],
    ])
  })

  it('leads to the pair of captures between which a value began; the first was there from the start', () => {
    const { segments } = laneOf(reply, 'arpFlood')

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
    const { segments } = laneOf(reply, 'descr')

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

describe('two objects', () => {
  const boxes = (picture: ReturnType<typeof pictured>, attribute: string) =>
    picture.telling
      .find((lane) => lane.attribute === attribute)!
      .lanes.map((lane) => lane.segments.map((segment) => picture.boxOf(lane, segment)))
  const later = (reply: Wire.TimelineReply): Wire.TimelineReply => ({
    ...reply,
    points: reply.points.map((point) => ({
      ...point,
      snapshot_id: `other ${point.snapshot_id}`,
      executed_at: point.executed_at.replace('06:30', '12:00'),
    })),
  })

  it('have a lane each, with the same tone for the same value', () => {
    const { telling, quiet } = pictured(
      replyOf({ a: 'x', same: 1 }, { a: 'y', same: 1 }),
      replyOf({ a: 'y', same: 1 }, { a: 'y', same: 1 }),
    )

    expect(telling.map(({ attribute, differs }) => [attribute, differs])).toEqual([['a', false]])
    expect(telling[0]!.lanes.map(({ segments }) => segments.map(({ tone }) => tone))).toEqual([[0, 1], [1]])
    expect(quiet.map(({ attribute }) => attribute)).toEqual(['same'])
  })

  it('tell what never changed if they differ in it, but for their DNs', () => {
    const { telling } = pictured(replyOf({ dn: 'uni/tn-a', mtu: 9000 }), replyOf({ dn: 'uni/tn-b', mtu: 1500 }))

    expect(telling.map(({ attribute, differs }) => [attribute, differs])).toEqual([['mtu', true]])
  })

  it('are on one axis: captures of the same query, or of two fabrics at other times', () => {
    const together = pictured(replyOf({ a: 'x' }, { a: 'y' }), replyOf({ a: 'x' }, { a: 'x' }))
    const apart = pictured(replyOf({ a: 'x' }, { a: 'y' }), later(replyOf({ a: 'x' }, { a: 'z' })))

    expect(together.moments).toHaveLength(2)
    expect(boxes(together, 'a')).toEqual([
      [
        { start: 0, width: 50 },
        { start: 50, width: 50 },
      ],
      [{ start: 0, width: 100 }],
    ])
    expect(apart.moments).toHaveLength(4)
    expect(boxes(apart, 'a')).toEqual([
      [
        { start: 0, width: 50 },
        { start: 50, width: 50 },
      ],
      [
        { start: 25, width: 50 },
        { start: 75, width: 25 },
      ],
    ])
  })

  it('are named by what tells them apart', () => {
    const named = (...sides: readonly (readonly [dn: string, note?: string])[]) =>
      sideNames(sides.map(([dn, note]) => ({ dn, note })))

    expect(named(['uni/tn-a/BD-web'], ['uni/tn-a/BD-app'])).toEqual(['BD-web', 'BD-app'])
    expect(named(['uni/tn-a/BD-web'], ['uni/tn-b/BD-web'])).toEqual(['uni/tn-a/BD-web', 'uni/tn-b/BD-web'])
    expect(named(['uni/tn-a', 'Paris'], ['uni/tn-a', 'Oslo'])).toEqual(['Paris', 'Oslo'])
  })
})
