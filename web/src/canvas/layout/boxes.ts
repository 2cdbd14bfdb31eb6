/** A place on the canvas. */
export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }
export type Box = Point & Size

/** Whether they overlap, or come closer than the margin. */
export const overlaps = (one: Box, other: Box, margin = 0): boolean =>
  one.x < other.x + other.width + margin &&
  other.x < one.x + one.width + margin &&
  one.y < other.y + other.height + margin &&
  other.y < one.y + one.height + margin

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const STEP = 40
const MARGIN = 24

/** The nearest free place to a wanted one: there, else below or above it, else further right. */
export function freeSpot(wanted: Box, boxes: readonly Box[]): Point {
  const isFree = (point: Point) => !boxes.some((box) => overlaps({ ...wanted, ...point }, box, MARGIN))
  for (let column = 0; ; column += 1) {
    const x = wanted.x + column * (wanted.width + 2 * MARGIN)
    for (let row = 0; row < 12; row += 1) {
      for (const y of [wanted.y + row * STEP, wanted.y - row * STEP]) {
        if (isFree({ x, y })) return { x, y }
      }
    }
  }
}
