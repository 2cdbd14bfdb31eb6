import { plainText } from './ansi.ts'

/** Lines in which a text stands, whatever its case. */
export function linesWith(lines: readonly string[], text: string): readonly number[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return []
  return indexesOf(lines, (line) => plainText(line).toLowerCase().includes(wanted))
}

const ERROR = /^\s*(?:fatal:|failed:|error\b|\[ERROR\])/i

/** Lines that say that something failed, in the words of Ansible and of most other programs. */
export const errorLines = (lines: readonly string[]): readonly number[] =>
  indexesOf(lines, (line) => ERROR.test(plainText(line)))

const indexesOf = (lines: readonly string[], isMeant: (line: string) => boolean): readonly number[] =>
  lines.flatMap((line, index) => (isMeant(line) ? [index] : []))

/** The next of these lines after one, or the one before; around the end it goes on at the beginning. */
export function lineBeside(found: readonly number[], from: number | undefined, step: 1 | -1): number | undefined {
  if (step === 1) return found.find((index) => index > (from ?? -1)) ?? found[0]
  return found.findLast((index) => index < (from ?? Infinity)) ?? found.at(-1)
}
