import type { ObjectStore } from '../model/object-store.ts'
import { answerQuery, prepareQuery, type Answer, type PreparedQuery } from './answer-query.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryLimits } from './query.ts'

const KEPT_QUERIES = 16

/** Answers GETs from a store; caches the latest selections so that the pages of one query do not search again. */
export class QueryEngine {
  readonly #store: ObjectStore
  readonly #prepared = new Map<string, { version: number; query: PreparedQuery }>()
  #turn = 0

  constructor(store: ObjectStore) {
    this.#store = store
  }

  answer(path: string, options: ReadonlyMap<string, string>, limits: QueryLimits, now: number): Answer {
    const query = parseQuery(path, options, this.#store, limits, now)
    const key = JSON.stringify({ ...query, includes: [...query.includes], page: undefined })
    return answerQuery(
      query,
      this.#prepare(key, () => prepareQuery(query, this.#store)),
      this.#store,
      limits,
      ++this.#turn,
    )
  }

  #prepare(key: string, make: () => PreparedQuery): PreparedQuery {
    const kept = this.#prepared.get(key)
    const query = kept?.version === this.#store.version ? kept.query : make()
    this.#prepared.delete(key)
    this.#prepared.set(key, { version: this.#store.version, query })
    for (const oldest of this.#prepared.keys()) {
      if (this.#prepared.size <= KEPT_QUERIES) break
      this.#prepared.delete(oldest)
    }
    return query
  }
}
