import { suggest } from '../../suggest.ts'

const LETTERS = 32
/** A name with more changes is not a typo. Without the limit, long names would be compared with half of the model. */
const MOST_CHANGES = 4

/**
 * Finds similar names among many thousands, like `suggest`. Comparing letter by letter with all of them would take too
 * long, so names with too many extra or missing letters are excluded first, as each of those is a change.
 */
export function nameSuggestions(names: () => readonly string[]): (misspelt: string) => string[] {
  let candidates: readonly Candidate[] | undefined
  return (misspelt) => {
    candidates ??= names().map(candidate)
    const wanted = candidate(misspelt)
    const most = Math.max(1, Math.min(Math.floor(misspelt.length / 3), MOST_CHANGES))
    const near = candidates.filter((one) => one.lower.startsWith(wanted.lower) || isNear(one, wanted, most))
    return suggest(
      misspelt,
      near.map(({ name }) => name),
    )
  }
}

/** `letters` counts letters and digits, some of which share a slot. */
type Candidate = { readonly name: string; readonly lower: string; readonly letters: Uint8Array }

function candidate(name: string): Candidate {
  const lower = name.toLowerCase()
  const letters = new Uint8Array(LETTERS)
  for (let at = 0; at < lower.length; at++) letters[lower.charCodeAt(at) % LETTERS]! += 1
  return { name, lower, letters }
}

function isNear(a: Candidate, b: Candidate, most: number): boolean {
  if (Math.abs(a.lower.length - b.lower.length) > most) return false
  let [more, less] = [0, 0]
  for (let letter = 0; letter < LETTERS; letter++) {
    const difference = a.letters[letter]! - b.letters[letter]!
    if (difference > 0) more += difference
    else less -= difference
  }
  return Math.max(more, less) <= most
}
