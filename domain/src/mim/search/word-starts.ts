const DIGIT = /[0-9]/
const UPPER = /[A-Z]/
const LETTER = /[A-Za-z]/
// Positions are those of bytes, and a name of other letters has no camelCase to speak of.
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Where words start in a camelCase name: at every capital, at the first digit of a number, at the letter after one, and after
 * a separator. Each capital of a run starts one, since `fvAEPg` is looked for as `AEPg` and as `EPg`.
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
