/** Further words of a question add nothing, and the limit keeps every question fast. */
const MOST_WORDS = 120
const MOST_LETTERS = 4_000
const SHORT_PLURALS = new Set(['bds', 'ips', 'vms', 'aps', 'pcs', 'sfps'])

/** The lower-case words of a question or a term, split at everything but letters and digits. */
export function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MOST_LETTERS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MOST_WORDS)
}

/** `policies` becomes `policy`, `switches` becomes `switch`, `leaves` becomes `leaf`; `status` is unchanged. */
export function singular(word: string): string {
  if (SHORT_PLURALS.has(word)) return word.slice(0, -1)
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (/(?:leaves|halves)$/.test(word)) return word.replace(/ves$/, 'f')
  if (word.length > 4 && word.endsWith('ies')) return word.replace(/ies$/, 'y')
  return word.replace(/(?<=ss|ch|sh|x|[^aeiou]us)es$|s$/, '')
}
