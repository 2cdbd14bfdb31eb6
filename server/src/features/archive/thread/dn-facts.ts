import type { Value } from '@heddle/domain/values/row.ts'
import { compareBytes } from '@heddle/domain/snapshot/byte-order.ts'
import { hashOfText } from './cyrb53.ts'

/** Watches the DNs of a result as they pass: are they sorted, does every row have one, is each unique? */
export class DnFacts {
  #everyRowHasOne = true
  #isSorted = true
  #hashes = new Float64Array(4_096)
  #count = 0
  #last: string | undefined

  /** Objects of a merged run are unique by controller. */
  add(dn: string | undefined, controller?: Value): void {
    if (dn === undefined) this.#everyRowHasOne = false
    if (dn === undefined || !this.#everyRowHasOne) return
    // Like the stored bounds of chunks: in UTF-8, which has no lone surrogates.
    const wellFormed = dn.toWellFormed()
    if (this.#last !== undefined && compareBytes(this.#last, wellFormed) > 0) this.#isSorted = false
    this.#last = wellFormed
    this.#keep(hashOfText(typeof controller === 'string' ? `${dn}\n${controller}` : dn))
  }

  get isSorted(): boolean {
    return this.#everyRowHasOne && this.#isSorted
  }

  /** Compares 53-bit hashes. A collision is less likely than a memory error, and only makes `auto` more cautious. */
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
