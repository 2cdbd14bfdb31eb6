const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A piece of output, and where it begins, in bytes of UTF-8. */
type Piece = { readonly offset: number; readonly text: string }

/**
 * What a job has printed so far, in lines. Pieces may come twice, or overlap after a connection was lost: each byte
 * counts once. A piece beyond a gap is refused.
 */
export class OutputText {
  #pieces: Piece[] = []
  #lines: string[] = ['']
  #end = 0

  /** Without an empty line after the last. */
  get lines(): readonly string[] {
    return this.#lines.at(-1) === '' ? this.#lines.slice(0, -1) : this.#lines
  }

  /** False if something before it is missing. */
  add(offset: number, text: string): boolean {
    if (offset > this.#end) return false
    const bytes = encoder.encode(text)
    const known = this.#end - offset
    if (known >= bytes.length) return true
    this.#append(known === 0 ? text : decoder.decode(bytes.subarray(known)))
    this.#end = offset + bytes.length
    return true
  }

  /** Forgets what comes from an offset on: the final output differs from there. */
  cut(offset: number): void {
    const kept = this.#pieces.filter((piece) => piece.offset < offset)
    this.#pieces = []
    this.#lines = ['']
    this.#end = 0
    for (const piece of kept) {
      const bytes = encoder.encode(piece.text).subarray(0, offset - piece.offset)
      this.add(piece.offset, decoder.decode(bytes))
    }
  }

  #append(text: string): void {
    this.#pieces.push({ offset: this.#end, text })
    const [first = '', ...others] = text.split('\n')
    this.#lines.push((this.#lines.pop() ?? '') + first)
    for (const line of others) this.#lines.push(line)
  }
}
