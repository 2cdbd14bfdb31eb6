import { type Box, overlaps, type Point } from './boxes.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'
export type ThreadLine = {
  readonly path: string
  readonly start: Point
  readonly end: Point
  /** Where on its target it arrives. */
  readonly endSide: Side
  /** A place on the line, from 0 to 1. */
  readonly at: (part: number) => Point
}

const OUT: Readonly<Record<Side, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
}

/** The line from box to box: it leaves where the gap is largest. Lines between the same boxes run beside each other. */
export function threadLine(source: Box, target: Box, lane = 0): ThreadLine {
  const [from, to] = sidesOf(source, target)
  const start = anchor(source, from, lane)
  const end = anchor(target, to, lane)
  const bend = Math.max(20, Math.hypot(end.x - start.x, end.y - start.y) * 0.4)
  const first = { x: start.x + OUT[from].x * bend, y: start.y + OUT[from].y * bend }
  const second = { x: end.x + OUT[to].x * bend, y: end.y + OUT[to].y * bend }
  const at = (part: number): Point => {
    const rest = 1 - part
    const mix = (axis: 'x' | 'y') =>
      rest ** 3 * start[axis] +
      3 * rest ** 2 * part * first[axis] +
      3 * rest * part ** 2 * second[axis] +
      part ** 3 * end[axis]
    return { x: mix('x'), y: mix('y') }
  }
  return { path: `M${text(start)}C${text(first)} ${text(second)} ${text(end)}`, start, end, endSide: to, at }
}

const text = ({ x, y }: Point): string => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`

function sidesOf(source: Box, target: Box): readonly [Side, Side] {
  const right = target.x - (source.x + source.width)
  const left = source.x - (target.x + target.width)
  const below = target.y - (source.y + source.height)
  const above = source.y - (target.y + target.height)
  const largest = Math.max(right, left, below, above)
  if (largest === below && below > 0) return ['bottom', 'top']
  if (largest === above && above > 0) return ['top', 'bottom']
  return right >= left ? ['right', 'left'] : ['left', 'right']
}

const LANE = 24
const CORNER = 10

/** The middle of a side; threads of other lanes end beside it, as far as the side is long. */
function anchor({ x, y, width, height }: Box, side: Side, lane: number): Point {
  const length = side === 'left' || side === 'right' ? height : width
  const most = Math.max(0, length / 2 - CORNER)
  const aside = Math.max(-most, Math.min(most, lane * LANE))
  switch (side) {
    case 'left':
      return { x, y: y + height / 2 + aside }
    case 'right':
      return { x: x + width, y: y + height / 2 + aside }
    case 'top':
      return { x: x + width / 2 + aside, y }
    case 'bottom':
      return { x: x + width / 2 + aside, y: y + height }
  }
}

/** Which lane each thread takes, so that threads between the same nodes do not lie on each other: 0, 1, -1, 2. */
export function lanesOf(ends: readonly { readonly source: string; readonly target: string }[]): readonly number[] {
  const used = new Map<string, number>()
  return ends.map(({ source, target }) => {
    const pair = source < target ? `${source} ${target}` : `${target} ${source}`
    const count = used.get(pair) ?? 0
    used.set(pair, count + 1)
    return count % 2 === 1 ? (count + 1) / 2 : count === 0 ? 0 : -count / 2
  })
}

export const LABEL_HEIGHT = 20
const CHARACTER = 6.62
const LABEL_PADDING = 12

/** The mono type of labels has one width for all. */
export const labelWidth = (label: string): number => Math.ceil(label.length * CHARACTER + LABEL_PADDING)

const ALONG = [0.5, 0.35, 0.65, 0.22, 0.78]
const AWAY = [0, 16, -16, 28, -28, 44, -44, 64, -64, 88, -88, 112, -112]
const MARGIN = 3

/** The middle of a thread, where its label is as long as nothing is in the way. */
export function labelOn(line: ThreadLine, width: number, part = 0.5, away = 0): Box {
  const { x, y } = line.at(part)
  return { x: x - width / 2, y: y - LABEL_HEIGHT / 2 + away, width, height: LABEL_HEIGHT }
}

/** Where labels go: on their thread if there is room, else near it; over a node only if there is no room at all. */
export function placeLabels(
  threads: readonly { readonly line: ThreadLine; readonly width: number }[],
  nodes: readonly Box[],
): readonly Box[] {
  const taken = newGrid(nodes)
  return threads.map(({ line, width }) => {
    const box = freeLabel(line, width, taken) ?? labelOn(line, width)
    taken.add(box)
    return box
  })
}

function freeLabel(line: ThreadLine, width: number, taken: Grid): Box | undefined {
  for (const away of AWAY) {
    for (const part of ALONG) {
      const box = labelOn(line, width, part, away)
      if (!taken.touches(box)) return box
    }
  }
  return undefined
}

const CELL = 256

type Grid = { readonly add: (box: Box) => void; readonly touches: (box: Box) => boolean }

/** Boxes by where they are: with hundreds of them, few are near. */
function newGrid(boxes: readonly Box[]): Grid {
  const cells = new Map<number, Box[]>()
  const add = (box: Box) => {
    for (const cell of cellsOf(box)) {
      const held = cells.get(cell)
      if (held) held.push(box)
      else cells.set(cell, [box])
    }
  }
  boxes.forEach(add)
  return {
    add,
    touches: (box) =>
      cellsOf(box).some((cell) => cells.get(cell)?.some((other) => overlaps(box, other, MARGIN)) === true),
  }
}

const COLUMNS = 100_000

function cellsOf({ x, y, width, height }: Box): readonly number[] {
  const cells: number[] = []
  for (let column = Math.floor((x - MARGIN) / CELL); column * CELL <= x + width + MARGIN; column += 1) {
    for (let row = Math.floor((y - MARGIN) / CELL); row * CELL <= y + height + MARGIN; row += 1)
      cells.push(row * COLUMNS + column)
  }
  return cells
}
