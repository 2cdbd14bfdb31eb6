import { plainText } from './ansi.ts'

/**
 * The lines of an output that are meant. An output grows while it is read: what was looked at once, and is the same, is
 * not looked at again.
 */
export class LineSearch {
  readonly #isMeant: (line: string) => boolean
  #seen: readonly string[] = []
  #found: readonly number[] = []

  constructor(isMeant: (line: string) => boolean) {
    this.#isMeant = isMeant
  }

  /** Their indexes; the same list as before where nothing new is found. */
  in(lines: readonly string[]): readonly number[] {
    const same = sameFromStart(this.#seen, lines)
    const kept = same < this.#seen.length ? this.#found.filter((index) => index < same) : this.#found
    const added: number[] = []
    for (let index = same; index < lines.length; index += 1) if (this.#isMeant(lines[index]!)) added.push(index)
    this.#seen = lines
    if (added.length > 0 || kept.length < this.#found.length) this.#found = [...kept, ...added]
    return this.#found
  }
}

function sameFromStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same += 1
  return same
}

/** Whether a line has a text, whatever its case. */
export function hasText(text: string): (line: string) => boolean {
  const wanted = text.toLowerCase()
  return (line) => wanted !== '' && plainText(line).toLowerCase().includes(wanted)
}

const ERROR = /^\s*(?:fatal:|failed:|error\b|\[ERROR\])/i

/** Whether a line says that something failed, in the words of Ansible and of most other programs. */
export const isError = (line: string): boolean => ERROR.test(plainText(line))

/** The next of these lines after one, or the one before; around the end it goes on at the beginning. */
export function lineBeside(found: readonly number[], from: number | undefined, step: 1 | -1): number | undefined {
  if (step === 1) return found.find((index) => index > (from ?? -1)) ?? found[0]
  return found.findLast((index) => index < (from ?? Infinity)) ?? found.at(-1)
}
