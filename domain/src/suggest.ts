const MOST = 5
/** Comparing takes time with the product of the lengths, and nobody mistypes a longer name by a letter. */
const LONGEST_NAME = 64
const MOST_UNKNOWNS = 10
/** Pairs of letters that are compared for one answer: enough for some ten thousand names of usual length. */
const MOST_PAIRS = 5_000_000
// A shorter common prefix says nothing: half of all classes start with the same two letters.
const SHORTEST_PREFIX = 3

/**
 * Candidates similar to a misspelt name, best first, at most five. Case matters little, and a candidate that begins
 * with the name is similar however long it is (`arp` finds `arpFlood`). Names that are simply different are left out.
 * A name of more than 64 characters gets no suggestions; the search ends when no more `pairs` of letters may be
 * compared.
 */
export function suggest(
  misspelt: string,
  candidates: Iterable<string>,
  pairs: Countdown = { left: MOST_PAIRS },
): string[] {
  if (misspelt.length > LONGEST_NAME) return []
  const wanted = misspelt.toLowerCase()
  const furthest = Math.max(1, Math.floor(wanted.length / 3))
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of new Set(candidates)) {
    if (pairs.left <= 0) break
    const distance = distanceTo(name, wanted, misspelt, furthest, pairs)
    if (distance <= furthest) near.push({ name, distance })
  }
  near.sort((a, b) => a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
  return near.slice(0, MOST).map(({ name }) => name)
}

type Countdown = { left: number }
/** A class model, as far as this needs one. */
type SuggestsClasses = { readonly suggestClasses: (misspelt: string) => readonly string[] }

/**
 * The suggestions of one answer: only its first unknown names get any, and all share one limit of work, because
 * a hostile canvas names thousands that are almost right.
 */
export class Suggestions {
  #unknowns = MOST_UNKNOWNS
  readonly #pairs: Countdown = { left: MOST_PAIRS }

  /** As `suggest`. */
  among(candidates: Iterable<string>, misspelt: string): readonly string[] {
    return this.#takeUnknown() ? suggest(misspelt, candidates, this.#pairs) : []
  }

  /** Similar names of classes. */
  amongClasses(model: SuggestsClasses, misspelt: string): readonly string[] {
    return this.#takeUnknown() ? model.suggestClasses(misspelt) : []
  }

  #takeUnknown(): boolean {
    if (this.#unknowns === 0) return false
    this.#unknowns--
    return true
  }
}

function distanceTo(name: string, wanted: string, misspelt: string, furthest: number, pairs: Countdown): number {
  const lower = name.toLowerCase()
  if (lower === wanted) return name === misspelt ? 0 : 0.1
  if (wanted.length >= SHORTEST_PREFIX && lower.startsWith(wanted)) return 0.5
  if (Math.abs(lower.length - wanted.length) > furthest) return Infinity
  pairs.left -= wanted.length * lower.length
  const sameStart = lower.slice(0, SHORTEST_PREFIX) === wanted.slice(0, SHORTEST_PREFIX)
  return editDistance(wanted, lower, furthest) - (sameStart ? 0.5 : 0)
}

/** Insertions, deletions, replacements and swaps that turn one text into the other; Infinity if over `most`. */
function editDistance(a: string, b: string, most: number): number {
  let twoAbove = new Uint16Array(b.length + 1)
  let above = Uint16Array.from({ length: b.length + 1 }, (_, column) => column)
  let current = new Uint16Array(b.length + 1)
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let distance = Math.min(above[column - 1]! + (isSame ? 0 : 1), above[column]! + 1, current[column - 1]! + 1)
      if (isSwap(a, row, b, column)) distance = Math.min(distance, twoAbove[column - 2]! + 1)
      current[column] = distance
      least = Math.min(least, distance)
    }
    if (least > most + 1) return Infinity
    ;[twoAbove, above, current] = [above, current, twoAbove]
  }
  return above[b.length]!
}

function isSwap(a: string, row: number, b: string, column: number): boolean {
  if (row < 2 || column < 2) return false
  return a.charCodeAt(row - 1) === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
}
