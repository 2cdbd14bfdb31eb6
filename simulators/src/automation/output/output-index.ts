import type { JobOutput, TextSum } from './job-output.ts'

const STRIDE = 256

/** Where the lines of each event begin, from sums kept for every 256th: deep pages of a long output stay cheap. */
export class OutputIndex {
  readonly #output: JobOutput
  readonly #sums: TextSum[] = [{ lines: 0, characters: 0 }]

  constructor(output: JobOutput) {
    this.#output = output
  }

  /** Lines and characters of all events before this one. */
  before(index: number): TextSum {
    const known = this.#output.before?.(index)
    if (known) return known
    const stride = Math.floor(index / STRIDE)
    while (this.#sums.length <= stride) {
      const last = this.#sums.length - 1
      this.#sums.push(this.#add(this.#sums[last]!, last * STRIDE, (last + 1) * STRIDE))
    }
    return this.#add(this.#sums[stride]!, stride * STRIDE, index)
  }

  #add(sum: TextSum, from: number, to: number): TextSum {
    let { lines, characters } = sum
    for (let index = from; index < to; index++) {
      const { stdout } = this.#output.at(index)
      lines += lineCount(stdout)
      characters += stdout.length
    }
    return { lines, characters }
  }
}

export function lineCount(stdout: string): number {
  return stdout === '' ? 0 : stdout.split('\r\n').length
}
