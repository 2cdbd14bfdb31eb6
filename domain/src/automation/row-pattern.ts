import { checkPattern, programSizeOf } from '../patterns/check-pattern.ts'
import { compilePattern } from '../patterns/compile-pattern.ts'

// Matching takes time with the product of both.
const LARGEST_PROGRAM = 1_000
export const LONGEST_MATCHED = 1_000

/** What is wrong with a pattern for columns, or undefined. */
export function checkRowPattern(pattern: string): string | undefined {
  const fault = checkPattern(pattern)
  if (fault !== undefined) return fault
  return programSizeOf(pattern) > LARGEST_PROGRAM ? 'the pattern repeats too much' : undefined
}

/** Whether a whole text matches. A text of more than 1,000 characters matches nothing. */
export function compileRowPattern(pattern: string): (text: string) => boolean {
  const compiled = compilePattern(pattern)
  return (text) => text.length <= LONGEST_MATCHED && compiled.matches(text)
}
