import { RE2JS } from 're2js'
import { Steps, TooManySteps } from './steps.ts'

/** Steps for one text: its characters times the instructions of the pattern. They take about a second at most. */
export const MOST_STEPS_FOR_TEXT = 20_000_000

/** A pattern that counts its steps, and throws `TooManySteps` rather than take too many. */
export type Pattern = {
  readonly groupCount: number
  /** Whether it is found anywhere in the text. */
  readonly finds: (text: string) => boolean
  /** Whether it matches the whole text. */
  readonly matches: (text: string) => boolean
  /** What its groups captured where it is first found; undefined where it is not. */
  readonly capture: (text: string) => readonly (string | null)[] | undefined
}

/** Compiles a pattern that `checkPattern` has nothing against. */
export function compilePattern(pattern: string, steps = new Steps()): Pattern {
  const compiled = RE2JS.compile(pattern)
  const size = compiled.programSize()
  const groupCount = compiled.groupCount()

  function spendOn(text: string): void {
    const needed = text.length * size
    if (needed > MOST_STEPS_FOR_TEXT)
      throw new TooManySteps(
        `a text of ${text.length} characters is too long for a pattern of ${size} instructions: ` +
          `expected at most ${Math.floor(MOST_STEPS_FOR_TEXT / size)}`,
      )
    steps.spend(needed)
  }

  return {
    groupCount,
    finds: (text) => {
      spendOn(text)
      return compiled.test(text)
    },
    matches: (text) => {
      spendOn(text)
      return compiled.testExact(text)
    },
    capture: (text) => {
      spendOn(text)
      const matcher = compiled.matcher(text)
      return matcher.find() ? Array.from({ length: groupCount }, (_, index) => matcher.group(index + 1)) : undefined
    },
  }
}
