/** Rows of a chunk, at most: fewer make a file larger, more make a reader wait. */
export const ROWS_PER_CHUNK = 500
/** Bytes of a chunk in UTF-8 before it is compressed, at most; a larger row is a chunk of its own. */
export const BYTES_PER_CHUNK = 256 * 1024

const NEWLINE_BYTES = 1

/** Says where chunks of lines end. */
export class ChunkEnds {
  #rows = 0
  #bytes = 0

  /** Takes the size of the next line, without a newline. True if a chunk ends before it. */
  endsBefore(bytes: number): boolean {
    const isFull = this.#rows === ROWS_PER_CHUNK || this.#bytes + NEWLINE_BYTES + bytes > BYTES_PER_CHUNK
    const ends = this.#rows > 0 && isFull
    this.#bytes = ends || this.#rows === 0 ? bytes : this.#bytes + NEWLINE_BYTES + bytes
    this.#rows = ends ? 1 : this.#rows + 1
    return ends
  }
}

/** Collects lines into groups, each of which is a chunk. */
class LineGroups {
  readonly #ends = new ChunkEnds()
  #open: string[] = []

  /** The group that ends before the line, if one does. */
  add(line: string): readonly string[] | undefined {
    const ended = this.#ends.endsBefore(Buffer.byteLength(line)) ? this.#open : undefined
    if (ended) this.#open = [line]
    else this.#open.push(line)
    return ended
  }

  /** The last one; undefined without any line. */
  rest(): readonly string[] | undefined {
    return this.#open.length > 0 ? this.#open : undefined
  }
}

/** Lines in groups, each of which is a chunk. */
export function* cutLines(lines: Iterable<string>): Generator<readonly string[]> {
  const groups = new LineGroups()
  for (const line of lines) {
    const ended = groups.add(line)
    if (ended) yield ended
  }
  const rest = groups.rest()
  if (rest) yield rest
}

/** The same for lines that arrive in groups of any size. */
export async function* regroupLines(
  all: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  const groups = new LineGroups()
  for await (const lines of all) {
    for (const line of lines) {
      const ended = groups.add(line)
      if (ended) yield ended
    }
  }
  const rest = groups.rest()
  if (rest) yield rest
}
