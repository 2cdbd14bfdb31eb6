import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from './random.ts'

/** What has events coming: when it dies, they do not come. */
export type Owner = { readonly name: string; readonly isDead: () => boolean }

type Entry = { readonly at: number; readonly tie: number; readonly order: number; readonly owner: Owner; task: Task }
type Task = (() => void) | undefined
export type Pending = { readonly cancel: () => void; readonly isPending: () => boolean }

/**
 * The time of a world, and what will happen in it. Events that are due at the same instant come in an order that the
 * seed decides; those of one owner stay in order.
 */
export class Timeline {
  #now: number
  #orders = 0
  #steps = 0
  readonly #random: Random
  readonly #heap: Entry[] = []
  readonly #ties = new Map<string, { at: number; tie: number }>()

  constructor(start: number, random: Random) {
    this.#now = start
    this.#random = random
  }

  get now(): number {
    return this.#now
  }

  /** How many events have come. */
  get steps(): number {
    return this.#steps
  }

  after(ms: number, owner: Owner, task: () => void): Pending {
    const at = this.#now + Math.max(0, Number.isFinite(ms) ? ms : 0)
    const bound = AsyncLocalStorage.bind(task)
    const entry: Entry = { at, tie: this.#tieOf(owner, at), order: (this.#orders += 1), owner, task: bound }
    this.#push(entry)
    return { cancel: () => void (entry.task = undefined), isPending: () => entry.task !== undefined }
  }

  /** Lets the next event come. False when there is none until then. */
  step(until: number): boolean {
    for (;;) {
      const next = this.#heap[0]
      if (!next || next.at > until) return false
      this.#pop()
      const { task } = next
      if (!task || next.owner.isDead()) continue
      next.task = undefined
      this.#now = next.at
      this.#steps += 1
      task()
      return true
    }
  }

  #tieOf({ name }: Owner, at: number): number {
    const known = this.#ties.get(name)
    if (known?.at === at) return known.tie
    const tie = this.#random.next()
    this.#ties.set(name, { at, tie })
    return tie
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    heap.push(entry)
    for (let index = heap.length - 1; index > 0;) {
      const parent = (index - 1) >> 1
      if (!isBefore(heap[index]!, heap[parent]!)) return
      swap(heap, index, parent)
      index = parent
    }
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    heap[0] = last
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      let least = index
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right
      if (least === index) return
      swap(heap, index, least)
      index = least
    }
  }
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.at !== b.at ? a.at < b.at : a.owner !== b.owner && a.tie !== b.tie ? a.tie < b.tie : a.order < b.order

function swap(heap: Entry[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
