import { Buffer } from 'node:buffer'
import type { Rest } from '@heddle/domain/snapshot/cancel-equal.ts'

export type BalanceSide = 'before' | 'after'

/**
 * Rows of two sides, without those that both have, each as often as both have it. Equal rows cancel while they arrive,
 * so that sides in the same order, added at the same pace, never wait here as a whole.
 */
export class RowBalance {
  /** How often a row is on the earlier side more than on the later one; negative for the later one. */
  #waiting = new Map<string, number>()
  #arrived = new Map<string, number>()
  #cancelled = 0
  #characters = 0

  /** Of the rows that wait. */
  get characters(): number {
    return this.#characters
  }

  /** Counts a row of both sides that was found to be equal elsewhere. */
  cancel(): void {
    this.#cancelled += 1
  }

  add(side: BalanceSide, text: string): void {
    const step = side === 'before' ? 1 : -1
    const rows = this.#waiting.has(text) ? this.#waiting : this.#arrived
    const surplus = rows.get(text) ?? 0
    const isEqual = surplus * step < 0
    if (isEqual) this.#cancelled += 1
    this.#characters += isEqual ? -text.length : text.length
    if (surplus + step === 0) rows.delete(text)
    else rows.set(text, surplus + step)
  }

  /** A line that was cut from a chunk keeps the whole chunk in memory: what waits on is copied. */
  settle(): void {
    for (const [text, surplus] of this.#arrived) this.#waiting.set(Buffer.from(text).toString(), surplus)
    this.#arrived.clear()
  }

  /** Empties it. */
  take(): Rest {
    const rows = [...this.#waiting, ...this.#arrived]
    const repeated = (surplus: number, text: string): readonly string[] =>
      surplus > 0 ? Array.from({ length: surplus }, () => text) : []
    const rest = {
      before: rows.flatMap(([text, surplus]) => repeated(surplus, text)),
      after: rows.flatMap(([text, surplus]) => repeated(-surplus, text)),
      cancelled: this.#cancelled,
    }
    this.#waiting = new Map()
    this.#arrived = new Map()
    this.#cancelled = 0
    this.#characters = 0
    return rest
  }
}
