import type { BalanceSide } from './row-balance.ts'

const NEWLINE = 10
/** A row that was added or removed puts the sides out of step; its neighbors are a few lines away. */
const MOST_AHEAD = 4
/** So many lines in a row without an equal: the sides are in another order, and looking ahead finds nothing. */
const LOST_AFTER = 64

type Terms = {
  /** A line that is the same on both sides. */
  readonly onEqual: () => void
  readonly onOther: (side: BalanceSide, text: string) => void
}

/**
 * Leaves out equal lines of two sides as bytes, where they are at the same place. Turning each of them into a text
 * and looking it up costs several times as much, and few lines of two captures differ.
 */
export class LinePairs {
  readonly #terms: Terms
  readonly #sides = { before: new Lines(), after: new Lines() }
  #lonely = 0

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** Of the lines that wait for those of the other side. */
  get bytes(): number {
    return this.#sides.before.bytes + this.#sides.after.bytes
  }

  add(side: BalanceSide, raw: Buffer): void {
    this.#sides[side].push(raw)
  }

  /** Goes on as far as both sides have lines. */
  meet(): void {
    const { before, after } = this.#sides
    while (before.hasLine && after.hasLine) {
      if (before.isSameAs(after)) {
        this.#lonely = 0
        this.#terms.onEqual()
        before.next()
        after.next()
      } else this.#meetOthers(before, after)
    }
  }

  /** What is left has no counterpart at its place. */
  end(): void {
    for (const side of ['before', 'after'] as const) while (this.#sides[side].hasLine) this.#pass(side)
    this.#lonely = 0
  }

  #meetOthers(before: Lines, after: Lines): void {
    const isLost = this.#lonely >= LOST_AFTER
    const added = isLost ? 0 : after.linesUntil(before, MOST_AHEAD)
    const removed = isLost || added > 0 ? 0 : before.linesUntil(after, MOST_AHEAD)
    this.#lonely += 1
    if (added === 0 && removed === 0) {
      this.#pass('before')
      this.#pass('after')
    }
    for (let line = 0; line < added; line++) this.#pass('after')
    for (let line = 0; line < removed; line++) this.#pass('before')
  }

  #pass(side: BalanceSide): void {
    this.#terms.onOther(side, this.#sides[side].text())
    this.#sides[side].next()
  }
}

/** The lines of several blobs, one after the other. */
class Lines {
  readonly #waiting: Buffer[] = []
  #raw: Buffer | undefined
  #start = 0
  #end = 0
  #bytes = 0

  get hasLine(): boolean {
    return this.#raw !== undefined
  }

  get bytes(): number {
    return this.#bytes
  }

  push(raw: Buffer): void {
    this.#waiting.push(raw)
    this.#bytes += raw.length
    if (this.#raw === undefined) this.#open()
  }

  text(): string {
    return this.#raw!.toString('utf8', this.#start, this.#end)
  }

  isSameAs(other: Lines): boolean {
    return this.#isSame(this.#start, this.#end, other)
  }

  /** How many lines come before one like that of the other side, within the same blob; 0 if there is none. */
  linesUntil(other: Lines, most: number): number {
    for (let [ahead, end] = [1, this.#end]; ahead <= most && end < this.#raw!.length; ahead++) {
      const start = end + 1
      end = endOfLine(this.#raw!, start)
      if (this.#isSame(start, end, other)) return ahead
    }
    return 0
  }

  next(): void {
    const raw = this.#raw!
    if (this.#end < raw.length) {
      this.#bytes -= this.#end + 1 - this.#start
      this.#start = this.#end + 1
      this.#end = endOfLine(raw, this.#start)
    } else {
      this.#bytes -= this.#end - this.#start
      this.#open()
    }
  }

  #open(): void {
    this.#raw = this.#waiting.shift()
    this.#start = 0
    this.#end = this.#raw ? endOfLine(this.#raw, 0) : 0
  }

  #isSame(start: number, end: number, other: Lines): boolean {
    return (
      end - start === other.#end - other.#start &&
      this.#raw!.compare(other.#raw!, other.#start, other.#end, start, end) === 0
    )
  }
}

function endOfLine(raw: Buffer, start: number): number {
  const found = raw.indexOf(NEWLINE, start)
  return found < 0 ? raw.length : found
}
