const MOST = 5
// A shorter common prefix says nothing: half of all classes start with the same two letters.
const SHORTEST_PREFIX = 3

/**
 * Candidates similar to a misspelt name, best first, at most five. Case matters little, and a candidate that begins
 * with the name is similar however long it is (`arp` finds `arpFlood`). Names that are simply different are left out.
 */
export function suggest(misspelt: string, candidates: Iterable<string>): string[] {
  const wanted = misspelt.toLowerCase()
  const furthest = Math.max(1, Math.floor(wanted.length / 3))
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of new Set(candidates)) {
    const distance = distanceTo(name, wanted, misspelt, furthest)
    if (distance <= furthest) near.push({ name, distance })
  }
  near.sort((a, b) => a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
  return near.slice(0, MOST).map(({ name }) => name)
}

function distanceTo(name: string, wanted: string, misspelt: string, furthest: number): number {
  const lower = name.toLowerCase()
  if (lower === wanted) return name === misspelt ? 0 : 0.1
  if (wanted.length >= SHORTEST_PREFIX && lower.startsWith(wanted)) return 0.5
  if (Math.abs(lower.length - wanted.length) > furthest) return Infinity
  const sameStart = lower.slice(0, SHORTEST_PREFIX) === wanted.slice(0, SHORTEST_PREFIX)
  return editDistance(wanted, lower, furthest) - (sameStart ? 0.5 : 0)
}

/** Insertions, deletions, replacements and swaps that turn one text into the other; Infinity if over `most`. */
function editDistance(a: string, b: string, most: number): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? twoAbove[column - 2]! + 1 : Infinity
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1, swapped))
    }
    if (Math.min(...current) > most + 1) return Infinity
    twoAbove = above
    above = current
  }
  return above[b.length]!
}
