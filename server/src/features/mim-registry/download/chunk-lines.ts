import { emptySharedBytes, type SharedBytes } from '../../../platform/threads/bytes.ts'

const FIRST_BYTES = 2 * 1024 * 1024

/** The lines of a chunk as one block of bytes, whose room is kept for the chunks after it. */
export class ChunkLines {
  #room: SharedBytes = emptySharedBytes(0)
  #length = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Valid until they are cleared. */
  get bytes(): SharedBytes {
    return this.#room.subarray(0, this.#length)
  }

  /** Copies the line. */
  add(line: Uint8Array): void {
    const length = this.#length + line.length
    if (length > this.#room.length) {
      const larger = emptySharedBytes(Math.max(FIRST_BYTES, 2 * this.#room.length, length))
      larger.set(this.bytes)
      this.#room = larger
    }
    this.#room.set(line, this.#length)
    this.#length = length
    this.#count += 1
  }

  /** These, without any line. */
  cleared(): this {
    this.#length = 0
    this.#count = 0
    return this
  }
}
