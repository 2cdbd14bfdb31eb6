import { RE2JS } from 're2js'

const LONGEST_PATTERN = 1_000
// Nested repeats explode even within the length limit.
const LARGEST_PROGRAM = 20_000

/** What is wrong with a pattern, or undefined. RE2 has no look-around or back-references: it matches in linear time. */
export function checkPattern(pattern: string): string | undefined {
  if (pattern.length > LONGEST_PATTERN)
    return `the pattern has ${pattern.length} characters, at most ${LONGEST_PATTERN} are allowed`
  try {
    return programSizeOf(pattern) > LARGEST_PROGRAM ? 'the pattern repeats too much' : undefined
  } catch (error: unknown) {
    return `${JSON.stringify(pattern)} is not a pattern RE2 understands: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The instructions of a pattern that RE2 understands. */
export const programSizeOf = (pattern: string): number => RE2JS.compile(pattern).programSize()
