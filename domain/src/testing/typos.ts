import type { Random } from './random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The text with one random typo: a character inserted, removed or replaced, or two adjacent ones swapped. */
export function misspell(text: string, random: Random): string {
  const at = random.below(text.length)
  const letter = LETTERS.charAt(random.below(LETTERS.length))
  const before = text.slice(0, at)
  return random.pick([
    before + letter + text.slice(at),
    text + letter,
    before + text.slice(at + 1),
    before + letter + text.slice(at + 1),
    before +
      text
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      text.slice(at + 2),
  ])
}

/** Whether the two are at most one typo apart. Follows the definition: tries every single change to `a`. */
export function isOneTypoApart(a: string, b: string): boolean {
  if (a === b) return true
  for (let at = 0; at <= Math.max(a.length, b.length); at++) {
    const replaced = a.slice(0, at) + (b[at] ?? '') + a.slice(at + 1)
    const swapped = a.slice(0, at) + (a[at + 1] ?? '') + (a[at] ?? '') + a.slice(at + 2)
    const without = a.slice(0, at) + a.slice(at + 1)
    const added = a.slice(0, at) + (b[at] ?? '') + a.slice(at)
    if ([replaced, swapped, without, added].includes(b)) return true
  }
  return false
}

/** A random part of the text with at least three characters. */
export function middleOf(text: string, random: Random): string {
  const length = 3 + random.below(text.length - 2)
  const from = random.below(text.length - length + 1)
  return text.slice(from, from + length)
}
