/** Counts events of the last while, in buckets: an event counts until its whole bucket is too old. */
export class SlidingCount {
  readonly #bucketMs: number
  readonly #buckets: number
  readonly #counts = new Map<number, number>()

  constructor(bucketMs: number, buckets: number) {
    this.#bucketMs = bucketMs
    this.#buckets = buckets
  }

  add(nowMs: number, events = 1): void {
    const bucket = Math.floor(nowMs / this.#bucketMs)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + events)
  }

  count(nowMs: number): number {
    this.#forget(nowMs)
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** How long until the oldest events no longer count; 0 if there are none. */
  oldestLeavesInMs(nowMs: number): number {
    this.#forget(nowMs)
    const [oldest] = this.#counts.keys()
    return oldest === undefined ? 0 : (oldest + this.#buckets) * this.#bucketMs - nowMs
  }

  #forget(nowMs: number): void {
    const first = Math.floor(nowMs / this.#bucketMs) - this.#buckets + 1
    for (const bucket of this.#counts.keys()) if (bucket < first) this.#counts.delete(bucket)
  }
}
