/** Where the columns are, in pixels. The pinned ones come first, and stay where they are. */
export type GridLayout = {
  readonly columns: readonly string[]
  readonly widths: readonly number[]
  readonly starts: readonly number[]
  readonly pinned: number
  readonly pinnedWidth: number
  readonly width: number
}

/** Pinned columns may take this much of a screen: on a telephone they scroll with the others. */
const MOST_PINNED = 0.6

export function layoutOf(
  columns: readonly string[],
  widths: readonly number[],
  pinned: number,
  frameWidth: number,
): GridLayout {
  const starts: number[] = []
  let width = 0
  for (const own of widths) {
    starts.push(width)
    width += own
  }
  const pinnedWidth = pinned === 0 ? 0 : (starts[pinned] ?? width)
  const isTooWide = frameWidth > 0 && pinnedWidth > frameWidth * MOST_PINNED
  return { columns, widths, starts, pinned: isTooWide ? 0 : pinned, pinnedWidth: isTooWide ? 0 : pinnedWidth, width }
}

const FURTHER_COLUMNS = 2

/** The columns between two places that scroll, from the first up to before the last; with some beyond. */
export function columnsWithin(
  { starts, widths, pinned }: GridLayout,
  from: number,
  to: number,
): readonly [first: number, last: number] {
  let first = pinned
  while (first < widths.length - 1 && starts[first]! + widths[first]! <= from) first += 1
  let last = first
  while (last < widths.length && starts[last]! < to) last += 1
  return [Math.max(pinned, first - FURTHER_COLUMNS), Math.min(widths.length, last + FURTHER_COLUMNS)]
}

/** The column at a place of the sheet. */
export function columnAt({ starts, widths }: GridLayout, x: number): number {
  const found = starts.findIndex((start, index) => x < start + widths[index]!)
  return found < 0 ? widths.length - 1 : found
}

/** More pixels than this, and browsers lose the last rows. */
const TALLEST = 30_000_000

/** Rows are as high as asked for, unless there are too many of them. */
export const rowHeightOf = (wanted: number, count: number): number => (count * wanted > TALLEST ? 24 : wanted)
