import { compareBytes } from '@heddle/domain/snapshot/byte-order.ts'
import { hashOfText } from './key-hash.ts'

/** Watches the DNs of a result go by: are they sorted, does every row have one, is each unique? */
export class DnFacts {
  #everyRowHasOne = true
  #isSorted = true
  #hashes = new Float64Array(4_096)
  #count = 0
  #last: string | undefined

  add(dn: string | undefined): void {
    if (dn === undefined) this.#everyRowHasOne = false
    if (dn === undefined || !this.#everyRowHasOne) return
    // As the bounds of chunks are kept: in UTF-8, which has no lone surrogates.
    const wellFormed = dn.toWellFormed()
    if (this.#last !== undefined && compareBytes(this.#last, wellFormed) > 0) this.#isSorted = false
    this.#last = wellFormed
    this.#keep(hashOfText(dn))
  }

  get isSorted(): boolean {
    return this.#everyRowHasOne && this.#isSorted
  }

  /** By hashes of 53 bits: that two DNs share one is less likely than a fault of the memory, and only makes `auto` more careful. */
  get areUnique(): boolean {
    if (!this.#everyRowHasOne) return false
    const sorted = this.#hashes.subarray(0, this.#count).sort()
    return sorted.every((hash, index) => index === 0 || hash !== sorted[index - 1])
  }

  #keep(hash: number): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#hashes)
      this.#hashes = larger
    }
    this.#hashes[this.#count++] = hash
  }
}
