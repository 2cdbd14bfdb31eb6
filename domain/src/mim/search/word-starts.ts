const DIGIT = /[0-9]/
const UPPER = /[A-Z]/
const LETTER = /[A-Za-z]/
// Positions are byte positions, and a name with non-ASCII letters is not camelCase anyway.
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Where words start in a camelCase name: at every capital, at the first digit of a number, at the letter after a
 * number, and after a separator. Each capital of a run starts a word, because users search for `fvAEPg` as `AEPg` and
 * as `EPg`.
 */
export function wordStarts(name: string): number[] {
  if (name === '') return []
  if (!PLAIN.test(name)) return [0]
  const starts: number[] = []
  for (let at = 0; at < name.length; at++) if (startsWord(name[at - 1] ?? '', name[at] ?? '')) starts.push(at)
  return starts
}

function startsWord(before: string, character: string): boolean {
  if (UPPER.test(character)) return true
  if (DIGIT.test(character)) return !DIGIT.test(before)
  return !LETTER.test(before) || !LETTER.test(character)
}
