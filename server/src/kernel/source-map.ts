/** The parts of a source map that say where code comes from. */
export type SourceMap = { readonly sources: readonly string[]; readonly mappings: string }

/** Counted from zero, as in source maps. */
export type Position = { readonly line: number; readonly column: number }
export type Original = Position & { readonly source: string }

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Uint8Array(128)
for (const [value, digit] of DIGITS.split('').entries()) VALUES[digit.charCodeAt(0)] = value
const SEPARATORS = ';,'

/**
 * Where the positions come from, in their order; undefined for code that has no source. Reads the map in one pass and
 * keeps nothing of it: that of a bundle has a million segments.
 */
export function findOriginals(map: SourceMap, positions: readonly Position[]): (Original | undefined)[] {
  const found: (Original | undefined)[] = positions.map(() => undefined)
  const wanted = positions.map((position, index) => ({ ...position, index })).sort(byPlace)
  const segments = new Segments(map.mappings)
  let next = 0
  let before: Original | undefined
  let line = 0
  const settle = (column: number): void => {
    for (; next < wanted.length && byPlace(wanted[next]!, { line, column }) < 0; next++)
      found[wanted[next]!.index] = wanted[next]!.line === line ? before : undefined
  }
  while (next < wanted.length && segments.advance()) {
    if (segments.line > line) {
      settle(Infinity)
      before = undefined
      line = segments.line
    }
    settle(segments.column)
    before = segments.hasSource
      ? { source: map.sources[segments.source]!, line: segments.sourceLine, column: segments.sourceColumn }
      : undefined
  }
  settle(Infinity)
  return found
}

const byPlace = (a: Position, b: Position): number => a.line - b.line || a.column - b.column

/** The segments of a map, one after the other: each is the difference from the one before. */
class Segments {
  line = 0
  column = 0
  source = 0
  sourceLine = 0
  sourceColumn = 0
  hasSource = false
  readonly #mappings: string
  #at = 0

  constructor(mappings: string) {
    this.#mappings = mappings
  }

  /** Moves to the next one; false at the end. */
  advance(): boolean {
    for (; this.#isBetween(); this.#at++) {
      if (this.#mappings[this.#at] !== ';') continue
      this.line += 1
      this.column = 0
    }
    if (this.#at >= this.#mappings.length) return false
    this.column += this.#number()
    this.hasSource = this.#isInSegment()
    if (!this.hasSource) return true
    this.source += this.#number()
    this.sourceLine += this.#number()
    this.sourceColumn += this.#number()
    // The name, which nobody asks for.
    while (this.#isInSegment()) this.#number()
    return true
  }

  #isBetween = (): boolean => this.#at < this.#mappings.length && SEPARATORS.includes(this.#mappings[this.#at]!)
  #isInSegment = (): boolean => this.#at < this.#mappings.length && !SEPARATORS.includes(this.#mappings[this.#at]!)

  /** Five bits a digit, the lowest first; the lowest bit of all is the sign. */
  #number(): number {
    let value = 0
    for (let shift = 0, hasMore = true; hasMore; shift += 5) {
      const digit = VALUES[this.#mappings.charCodeAt(this.#at++)]!
      value |= (digit & 31) << shift
      hasMore = digit > 31
    }
    return value & 1 ? -(value >> 1) : value >> 1
  }
}
