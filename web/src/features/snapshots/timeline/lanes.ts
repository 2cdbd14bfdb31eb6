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

export type Points = Wire.TimelineReply['points']

/** When it was there. */
export const presenceOf = (points: Points): readonly Segment[] =>
  stretches(points, ({ present }) => (present ? 'present' : undefined)).map(({ key, ...place }) => ({
    ...place,
    isAbsent: key === undefined,
    value: undefined,
    tone: 0,
  }))

/** Lanes that share their tones say of two values whether they are equal. */
export function segmentsOf(
  points: Points,
  attribute: string,
  tones: Map<string, number> = new Map(),
): readonly Segment[] {
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

/** Its value as one reads it. */
export const segmentText = ({ isAbsent, value }: Segment, absent: string): string => {
  if (isAbsent) return absent
  const text = textOfValue(value)
  return text === '' ? (value === undefined ? '·' : value === null ? 'null' : '""') : text
}
