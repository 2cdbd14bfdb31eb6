import { gzipSync } from 'node:zlib'
import type { SimulatedModel } from '../simulated-model.ts'
import { aggregateEntry, writeAggregate } from './aggregate.ts'

/** Caches the documents of one model compressed: a fifteenth of the memory, and what most clients ask for. */
export class DocumentCache {
  readonly #model: SimulatedModel
  readonly #compressed = new Map<string, Buffer>()
  #entries: ReadonlyMap<string, string> | undefined

  constructor(model: SimulatedModel) {
    this.#model = model
  }

  compressed(name: string): Buffer | undefined {
    const kept = this.#compressed.get(name)
    if (kept) return kept
    const json = this.#model.json(name)
    if (json === undefined) return undefined
    const packed = gzipSync(json, { level: 1 })
    this.#compressed.set(name, packed)
    return packed
  }

  /** The aggregate of the served classes; the first call is slow because it writes the entries of all classes. */
  aggregate(isServed: (name: string) => boolean): Buffer {
    this.#entries ??= new Map(this.#model.classNames.flatMap((name) => pair(name, aggregateEntry(this.#model, name))))
    return gzipSync(writeAggregate([...this.#entries].filter(([name]) => isServed(name))), { level: 1 })
  }
}

function pair(name: string, entry: string | undefined): [string, string][] {
  return entry === undefined ? [] : [[name, entry]]
}

const shelves = new WeakMap<SimulatedModel, DocumentCache>()

/** One shelf per model, shared by all its versions and servers. */
export function cacheOf(model: SimulatedModel): DocumentCache {
  const kept = shelves.get(model) ?? new DocumentCache(model)
  shelves.set(model, kept)
  return kept
}
