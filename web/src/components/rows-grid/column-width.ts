const SHORTEST = 72
const LONGEST = 480
const PER_LETTER = 7.23
const PADDING = 21
/** The sign of the order, and the button of the menu. */
const HEAD_MARKS = 24

/** A width in pixels that fits the name with its marks, and the longest value; up to a limit at first. */
export const columnWidth = (name: string, longest: number, most = LONGEST): number =>
  Math.ceil(
    Math.min(most, Math.max(SHORTEST, longest * PER_LETTER + PADDING, name.length * PER_LETTER + PADDING + HEAD_MARKS)),
  )

/** How many letters fit into a column of so many pixels. */
export const lettersIn = (width: number): number => Math.floor((width - PADDING) / PER_LETTER)
