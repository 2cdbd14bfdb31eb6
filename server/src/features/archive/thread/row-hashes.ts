import { createHash, hash } from 'node:crypto'

const BYTES = 32
const FIRST_ROWS = 4_096
const BLOCK_ROWS = 4_096
const BUCKETS = 65_536

/** The hashes of all rows in one growing buffer: a capture keeps only 32 bytes per row. */
export class RowHashes {
  #bytes = Buffer.allocUnsafe(FIRST_ROWS * BYTES)
  #count = 0

  add(canonical: string): void {
    if ((this.#count + 1) * BYTES > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    hash('sha256', canonical, 'buffer').copy(this.#bytes, this.#count * BYTES)
    this.#count += 1
  }

  /** Equal sets of rows have equal hashes, whatever the order of rows and columns. */
  versionHash(): string {
    const digest = createHash('sha256')
    const order = this.#sorted()
    for (let start = 0; start < order.length; start += BLOCK_ROWS)
      digest.update(this.#block(order.subarray(start, start + BLOCK_ROWS)))
    return `sha256:${digest.digest('hex')}`
  }

  /** Hashes are evenly distributed, so few share their first two bytes. */
  #sorted(): Uint32Array {
    const ends = new Uint32Array(BUCKETS + 1)
    for (let index = 0; index < this.#count; index++) ends[this.#bucketOf(index) + 1]! += 1
    for (let bucket = 0; bucket < BUCKETS; bucket++) ends[bucket + 1]! += ends[bucket]!
    const order = new Uint32Array(this.#count)
    const next = ends.slice()
    for (let index = 0; index < this.#count; index++) order[next[this.#bucketOf(index)]!++] = index
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const [start, end] = [ends[bucket]!, ends[bucket + 1]!]
      if (end - start > 1) order.subarray(start, end).sort((a, b) => this.#compare(a, b))
    }
    return order
  }

  #bucketOf(index: number): number {
    return this.#bytes[index * BYTES]! * 256 + this.#bytes[index * BYTES + 1]!
  }

  #compare(a: number, b: number): number {
    return this.#bytes.compare(this.#bytes, b * BYTES, (b + 1) * BYTES, a * BYTES, (a + 1) * BYTES)
  }

  #block(order: Uint32Array): Uint8Array {
    const block = Buffer.allocUnsafe(order.length * BYTES)
    for (const [place, index] of order.entries())
      this.#bytes.copy(block, place * BYTES, index * BYTES, (index + 1) * BYTES)
    return block
  }
}
