import { splitDn } from '@heddle/domain/dn/dn.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { type Points, presenceOf, type Segment, segmentsOf } from './lanes.ts'

/** An object of a picture, and what it is called in it. */
export type LaneSide = { readonly name: string; readonly reply: Wire.TimelineReply }

/** How one object had an attribute. */
export type SideLane = {
  readonly side: LaneSide
  /** How often its value changed, without coming and going of the object. */
  readonly changes: number
  readonly segments: readonly Segment[]
}

/** An attribute: a lane for each of the objects, on top of each other. */
export type PicturedLane = {
  readonly attribute: string
  readonly lanes: readonly SideLane[]
  /** Objects that are there now have it otherwise. */
  readonly differs: boolean
}

export type Picture = {
  /** Captures of all objects, oldest first: what the picture is wide. */
  readonly moments: readonly { readonly at: string }[]
  readonly presence: readonly SideLane[]
  /** The most changed first, then those in which the objects differ. */
  readonly telling: readonly PicturedLane[]
  /** Those that never changed, and are equal. */
  readonly quiet: readonly PicturedLane[]
  /** In percent: where a segment begins, and how wide it is. */
  readonly boxOf: (lane: SideLane, segment: Segment) => { readonly start: number; readonly width: number }
}

/** The life of one object, or of two on one axis of time: equal values stand out, and so does what differs. */
export function pictureOf(sides: readonly LaneSide[]): Picture {
  const moments = momentsOf(sides)
  const places = new Map(moments.map(({ id }, index) => [id, index]))
  const lanes = attributesOf(sides).map((attribute) => laneOf(sides, attribute))
  const isTelling = (lane: PicturedLane) => lane.differs || changesOf(lane) > 0
  return {
    moments,
    presence: sides.map((side) => ({ side, changes: 0, segments: presenceOf(side.reply.points) })),
    telling: lanes
      .filter(isTelling)
      .toSorted((a, b) => changesOf(b) - changesOf(a) || (a.attribute < b.attribute ? -1 : 1)),
    quiet: lanes.filter((lane) => !isTelling(lane)),
    boxOf: ({ side }, { first, last }) => {
      const placeOf = (point: Points[number] | undefined) => (point && places.get(point.snapshot_id)) ?? moments.length
      const { points } = side.reply
      const [start, end] = [placeOf(points[first]), placeOf(points[last + 1])]
      return { start: (start / moments.length) * 100, width: ((end - start) / moments.length) * 100 }
    },
  }
}

export const changesOf = ({ lanes }: PicturedLane): number => lanes.reduce((sum, { changes }) => sum + changes, 0)

/** Objects of two fabrics were captured at different times. */
function momentsOf(sides: readonly LaneSide[]): readonly { readonly id: string; readonly at: string }[] {
  const all = sides.flatMap(({ reply }) =>
    reply.points.map(({ snapshot_id: id, executed_at: at }) => [id, { id, at }] as const),
  )
  return [...new Map(all).values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Two objects never have the same DN, and it never changes. */
function attributesOf(sides: readonly LaneSide[]): readonly string[] {
  const all = sides.flatMap(({ reply }) => reply.attribute_evolution.map(({ attribute }) => attribute))
  return [...new Set(all)].filter((attribute) => sides.length === 1 || attribute !== 'dn')
}

function laneOf(sides: readonly LaneSide[], attribute: string): PicturedLane {
  const tones = new Map<string, number>()
  const lanes = sides.map((side) => ({
    side,
    changes: side.reply.attribute_evolution.find((one) => one.attribute === attribute)?.change_count ?? 0,
    segments: segmentsOf(side.reply.points, attribute, tones),
  }))
  const now = lanes.flatMap(({ segments }) => segments.at(-1) ?? []).filter(({ isAbsent }) => !isAbsent)
  return { attribute, lanes, differs: new Set(now.map(({ tone }) => tone)).size > 1 }
}

/** Which of two objects it is, in as few letters as tell them apart. */
export function sideNames(
  sides: readonly { readonly dn: string; readonly note: string | undefined }[],
): readonly string[] {
  const byNote = sides.map(({ dn, note }) => note ?? dn)
  if (new Set(sides.map(({ dn }) => dn)).size < sides.length) return byNote
  const last = sides.map(({ dn }) => lastPart(dn))
  return new Set(last).size < sides.length ? sides.map(({ dn }) => dn) : last
}

const lastPart = (dn: string): string => splitDn(dn)?.at(-1) ?? dn
