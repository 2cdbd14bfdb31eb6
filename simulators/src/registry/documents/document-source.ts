import type { SimulatedModel } from '../simulated-model.ts'
import { cacheOf, type DocumentCache } from './document-cache.ts'

export type SourceOptions = {
  readonly model: SimulatedModel
  /** Classes of the model that are missing here; other documents still refer to them. */
  readonly without?: Iterable<string>
  /** The only classes served. */
  readonly only?: Iterable<string>
  /** Whether all classes are also served as one document; true by default. */
  readonly aggregate?: boolean
}

/** The part of a model that one version of the registry, or one controller, serves. */
export class DocumentSource {
  /** Can be switched while the source is in use. */
  hasAggregate: boolean
  readonly #model: SimulatedModel
  readonly #shelf: DocumentCache
  readonly #without: ReadonlySet<string>
  readonly #only: ReadonlySet<string> | undefined
  #aggregate: Buffer | undefined

  constructor({ model, without = [], only, aggregate = true }: SourceOptions) {
    this.#model = model
    this.#shelf = cacheOf(model)
    this.#without = new Set(without)
    this.#only = only && new Set(only)
    this.hasAggregate = aggregate
  }

  get classNames(): string[] {
    return this.#model.classNames.filter((name) => this.has(name))
  }

  /** Compressed, or undefined if there is none. */
  document(name: string): Buffer | undefined {
    return this.has(name) ? this.#shelf.compressed(name) : undefined
  }

  /** Compressed, or undefined when it is switched off. */
  aggregate(): Buffer | undefined {
    if (!this.hasAggregate) return undefined
    return (this.#aggregate ??= this.#shelf.aggregate((name) => this.has(name)))
  }

  has(name: string): boolean {
    return !this.#without.has(name) && (this.#only?.has(name) ?? true)
  }
}
