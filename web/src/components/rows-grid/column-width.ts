const SHORTEST = 72
const LONGEST = 420
const PER_LETTER = 7.3
const PADDING = 22

/** A width in pixels that fits the name, and the longest of the values that were seen first. */
export const columnWidth = (name: string, longest: number): number =>
  Math.round(Math.min(LONGEST, Math.max(SHORTEST, Math.max(longest, name.length + 2) * PER_LETTER + PADDING)))
