import type { Wire } from '../../../lib/api/wire.ts'

export type HopKind = 'container' | 'contained' | 'to' | 'from'

/** A class one step from another, and how. */
export type Hop = {
  readonly kind: HopKind
  readonly className: string
  readonly label: string
  /** The relation class; undefined for containment. */
  readonly through?: string
  /** `n:1`, as seen from the class in the middle. */
  readonly cardinality?: string
  readonly inheritedFrom?: string | null
}

/** All classes one step away: containers, contained, referred to, referring. */
export function hopsOf({ containers, contained, associations }: Wire.MimRelationships): readonly Hop[] {
  const plain = (kind: HopKind) => (reference: { class_name: string; display_name: string }) => ({
    kind,
    className: reference.class_name,
    label: reference.display_name,
  })
  return [
    ...containers.map(plain('container')),
    ...contained.map(plain('contained')).toSorted((a, b) => Number(isRelation(a)) - Number(isRelation(b))),
    ...associations
      .map((one) => ({
        kind: one.direction,
        className: one.class_name,
        label: one.display_name,
        through: one.relation_class,
        cardinality: one.cardinality.replace('-to-', ':'),
        inheritedFrom: one.inherited_from,
      }))
      .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)),
  ]
}

/** The objects that relations are, such as `fvRsCtx`: what they lead to stands among the references. */
const isRelation = ({ className }: Hop): boolean => /^[a-z\d]+R[st][A-Z]/.test(className)

const KINDS: readonly HopKind[] = ['container', 'contained', 'to', 'from']

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type HopBox = Box & { readonly hop: Hop }
type HopGroup = {
  readonly kind: HopKind
  readonly count: number
  /** How many have no box. */
  readonly hidden: number
  readonly captionAt: { readonly x: number; readonly y: number }
  readonly boxes: readonly HopBox[]
}
type HopLayout = {
  readonly width: number
  readonly height: number
  readonly center: Box
  readonly groups: readonly HopGroup[]
}

/** Fits beside search and model in a window of 1440 pixels. */
const WIDTH = 716
const BOX = 216
const MIDDLE = 152
const ROW = { container: 26, contained: 26, to: 38, from: 38 } as const
const CAPTION = 22
const GAP = 4
const GROUP_GAP = 14
const MORE = 22
/** Of a group that is larger, the table has the others. */
const MOST = 7

/** What contains or refers to a class is left of it, what it contains or refers to is right of it. */
export function hopLayout(hops: readonly Hop[]): HopLayout {
  const left = column(hops, ['container', 'from'], 0)
  const right = column(hops, ['contained', 'to'], WIDTH - BOX)
  const height = Math.max(left.height, right.height, 64)
  return {
    width: WIDTH,
    height,
    center: { x: (WIDTH - MIDDLE) / 2, y: height / 2 - 22, width: MIDDLE, height: 44 },
    groups: [...lowered(left, height), ...lowered(right, height)],
  }
}

type Column = { readonly groups: readonly HopGroup[]; readonly height: number }

function column(hops: readonly Hop[], kinds: readonly HopKind[], x: number): Column {
  const groups: HopGroup[] = []
  let y = 0
  for (const kind of kinds) {
    const all = hops.filter((hop) => hop.kind === kind)
    if (all.length === 0) continue
    if (groups.length > 0) y += GROUP_GAP
    const captionAt = { x, y: y + 14 }
    y += CAPTION
    const shown = all.length > MOST + 1 ? all.slice(0, MOST) : all
    const boxes = shown.map((hop) => {
      const box = { x, y, width: BOX, height: ROW[kind], hop }
      y += ROW[kind] + GAP
      return box
    })
    const hidden = all.length - shown.length
    if (hidden > 0) y += MORE
    groups.push({ kind, count: all.length, hidden, captionAt, boxes })
  }
  return { groups, height: y }
}

/** The shorter column is centred. */
function lowered({ groups, height }: Column, total: number): readonly HopGroup[] {
  const by = Math.round((total - height) / 2)
  return groups.map((group) => ({
    ...group,
    captionAt: { ...group.captionAt, y: group.captionAt.y + by },
    boxes: group.boxes.map((box) => ({ ...box, y: box.y + by })),
  }))
}

/** From the middle to a box, or back. */
export function threadTo({ center }: HopLayout, box: Box): string {
  const isLeft = box.x < center.x
  const [fromX, toX] = isLeft ? [center.x, box.x + box.width] : [center.x + center.width, box.x]
  const [fromY, toY] = [center.y + center.height / 2, box.y + box.height / 2]
  const bend = (toX - fromX) / 2
  return `M${fromX} ${fromY}C${fromX + bend} ${fromY} ${toX - bend} ${toY} ${toX} ${toY}`
}
