/** How well a text fits what is typed; the least fits best. */
const EXACT = 0
const BEGINS = 1
const PREFIXES = 2
const INITIALS = 3
const INSIDE = 4

/**
 * How well a text fits each of the words typed, in any order, or undefined if it does not. Words may be typed by their
 * beginnings, by initials, or by any part: "bd set" finds "Settings of bridge domains".
 */
export function fitOf(text: string, typed: string): number | undefined {
  const lower = text.toLowerCase()
  const wanted = typed.toLowerCase().trim()
  if (lower === wanted) return EXACT
  if (lower.startsWith(wanted)) return BEGINS
  const words = wordsOf(text)
  const initials = words.map((word) => word[0]).join('')
  const fits = wanted.split(/\s+/).map((part) => {
    if (words.some((word) => word.startsWith(part))) return PREFIXES
    if (part.length > 1 && initials.includes(part)) return INITIALS
    return lower.includes(part) ? INSIDE : undefined
  })
  return fits.some((fit) => fit === undefined) ? undefined : Math.max(...(fits as number[]))
}

/** `fvSubnet of eth1/10` has the words `fv`, `subnet`, `of`, `eth1`, `10`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
