import { textOfValue } from '../../../components/diff/diff-values.ts'
import type { Wire } from '../../../lib/api/wire.ts'

/** A stretch of captures in which an attribute had one value, or the object was not there. */
export type Segment = {
  readonly isAbsent: boolean
  readonly value: unknown
  /** Places among the captures, both included. */
  readonly first: number
  readonly last: number
  /** The same number for the same value of a lane. */
  readonly tone: number
}

export type Lane = {
  readonly attribute: string
  /** How often its value changed, without coming and going of the object. */
  readonly changes: number
  readonly segments: readonly Segment[]
}

export type Lanes = {
  readonly presence: readonly Segment[]
  /** The most changed first. */
  readonly changing: readonly Lane[]
  readonly stable: readonly Lane[]
}

type Points = Wire.TimelineReply['points']

/** The life of an object, attribute by attribute. */
export function lanesOf({ points, attribute_evolution: evolution }: Wire.TimelineReply): Lanes {
  const lanes = evolution.map(({ attribute, change_count: changes }) => ({
    attribute,
    changes,
    segments: segmentsOf(points, attribute),
  }))
  return {
    presence: presenceOf(points),
    changing: lanes
      .filter(({ changes }) => changes > 0)
      .toSorted((a, b) => b.changes - a.changes || (a.attribute < b.attribute ? -1 : 1)),
    stable: lanes.filter(({ changes }) => changes === 0),
  }
}

const presenceOf = (points: Points): readonly Segment[] =>
  stretches(points, ({ present }) => (present ? 'present' : undefined)).map(({ key, ...place }) => ({
    ...place,
    isAbsent: key === undefined,
    value: undefined,
    tone: 0,
  }))

function segmentsOf(points: Points, attribute: string): readonly Segment[] {
  const tones = new Map<string, number>()
  return stretches(points, ({ present, attributes }) => (present ? keyOf(attributes[attribute]) : undefined)).map(
    ({ key, first, last }) => {
      if (key === undefined) return { isAbsent: true, value: undefined, first, last, tone: 0 }
      if (!tones.has(key)) tones.set(key, tones.size)
      return { isAbsent: false, value: points[first]!.attributes[attribute], first, last, tone: tones.get(key)! }
    },
  )
}

const keyOf = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value))

type Stretch = { readonly key: string | undefined; readonly first: number; readonly last: number }

/** Captures in a row that are equal. */
function stretches(points: Points, keyAt: (point: Points[number]) => string | undefined): readonly Stretch[] {
  const found: { key: string | undefined; first: number; last: number }[] = []
  for (const [index, point] of points.entries()) {
    const key = keyAt(point)
    const open = found.at(-1)
    if (open && open.key === key) open.last = index
    else found.push({ key, first: index, last: index })
  }
  return found
}

/** The two captures between which a segment began; undefined for the first, which was there from the start. */
export function pairOf(points: Points, { first }: Segment): readonly [before: string, after: string] | undefined {
  const [before, after] = [points[first - 1], points[first]]
  return before && after ? [before.snapshot_id, after.snapshot_id] : undefined
}

/** When a segment began, and when what came after it did; no end means that it lasts. */
export const timesOf = (
  points: Points,
  { first, last }: Segment,
): { readonly from: string; readonly until?: string } => {
  const next = points[last + 1]
  return { from: points[first]!.executed_at, ...(next && { until: next.executed_at }) }
}

/** The segment that began last with another value; undefined if it never changed. */
export const lastChange = (segments: readonly Segment[]): Segment | undefined =>
  segments.findLast(({ first, isAbsent }) => first > 0 && !isAbsent)

/** In percent: where a segment begins, and how wide it is. */
export const boxOf = ({ first, last }: Pick<Segment, 'first' | 'last'>, count: number) => ({
  start: (first / count) * 100,
  width: ((last - first + 1) / count) * 100,
})

/** Its value as one reads it. */
export const segmentText = ({ isAbsent, value }: Segment, absent: string): string => {
  if (isAbsent) return absent
  const text = textOfValue(value)
  return text === '' ? (value === undefined ? '·' : value === null ? 'null' : '""') : text
}
