const SHORTEST = 72
const LONGEST = 420
const PER_LETTER = 7.3
const PADDING = 22

/** A width in pixels that fits the name and the values that were seen first. */
export function columnWidth(name: string, samples: readonly string[]): number {
  const longest = samples.reduce((most, text) => Math.max(most, text.length), name.length + 2)
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, longest * PER_LETTER + PADDING)))
}
