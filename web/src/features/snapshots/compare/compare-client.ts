import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AccessTokens } from '../../../components/rows-grid/rows-client.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { IdleWorkers } from '../../../lib/idle-workers.ts'
import { WorkerCalls } from '../../../lib/worker-calls.ts'
import type { CompareAnswer, CompareAnswers, CompareNews, CompareQuestion, CompareRequest } from './compare-messages.ts'
import type { CompareFailure, CompareView, Comparison, ShownItem, ViewedItems } from './comparison.ts'

/** As many of each kind as the server lists; an export has all. */
export const MOST_LISTED = 10_000
const BLOCK = 60
const WORKERS = new IdleWorkers(() => new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' }))

export type Compared = {
  readonly comparison?: Comparison
  /** Undefined until the list is known. */
  readonly viewed?: ViewedItems
  readonly failure?: CompareFailure
  /** A new number whenever items arrived or changed. */
  readonly version: number
}

/** A comparison behind a worker, which is asked for the items that are seen. */
export class CompareClient {
  readonly store: StoreApi<Compared> = createStore<Compared>(() => ({ version: 0 }))
  readonly #body: Wire.CompareBody
  readonly #answers = new WorkerCalls<CompareAnswer>()
  #worker: Worker | undefined
  #access: AccessTokens | undefined
  #used: string | undefined
  #view: CompareView | undefined
  #blocks = new Map<number, readonly ShownItem[]>()
  /** Shown until the items of the newest view arrive. */
  #earlier = new Map<number, readonly ShownItem[]>()
  readonly #asked = new Set<number>()
  #generation = 0

  constructor(body: Wire.CompareBody) {
    this.#body = { ...body, limit: MOST_LISTED }
  }

  start(access: AccessTokens): void {
    this.#access = access
    this.#worker = WORKERS.take()
    this.#worker.onmessage = ({ data }: MessageEvent<CompareNews>) => this.#hear(data)
    this.#load()
  }

  close(): void {
    // One that has not answered yet is in the middle of a request.
    if (this.store.getState().comparison && this.#worker) WORKERS.giveBack(this.#worker)
    else this.#worker?.terminate()
    this.#worker = undefined
    this.#answers.end(({ reject }) => reject(new Error('The comparison is no longer shown.')))
  }

  look(view: CompareView): void {
    this.#view = view
    if (this.store.getState().comparison) this.#post({ kind: 'view', view })
  }

  /** An item of the list; undefined until it arrives. */
  itemAt(index: number): ShownItem | undefined {
    const block = Math.floor(index / BLOCK)
    if (!this.#asked.has(block)) {
      this.#asked.add(block)
      this.#post({
        kind: 'slice',
        block,
        from: block * BLOCK,
        to: (block + 1) * BLOCK,
        asked: this.#generation,
      })
    }
    return (this.#blocks.get(block) ?? this.#earlier.get(block))?.[index % BLOCK]
  }

  ask<K extends keyof CompareAnswers>(question: CompareRequest & { readonly kind: K }): Promise<CompareAnswers[K]> {
    return this.#answers.ask((id) => this.#post({ ...question, id })) as Promise<CompareAnswers[K]>
  }

  #load(): void {
    this.#used = this.#access?.access()
    this.#post({ kind: 'load', body: this.#body, access: this.#used ?? '' })
  }

  #post(question: CompareQuestion): void {
    this.#worker?.postMessage(question)
  }

  #set(change: Partial<Compared>): void {
    this.store.setState(({ version }) => ({ ...change, version: version + 1 }))
  }

  #hear(news: CompareNews): void {
    switch (news.kind) {
      case 'loaded':
        this.#set({ comparison: news.comparison })
        if (this.#view) this.look(this.#view)
        break
      case 'viewed':
        this.#generation += 1
        this.#earlier = this.#blocks
        this.#blocks = new Map()
        this.#asked.clear()
        this.#set({ viewed: news.viewed })
        break
      case 'slice':
        if (news.asked !== this.#generation) break
        this.#blocks.set(news.block, news.items)
        this.#set({})
        break
      case 'answer':
        this.#answers.answered(news.id, news.answer)
        break
      case 'unanswered':
        this.#answers.failed(news.id, new Error(news.message))
        break
      case 'failed':
        void this.#fail(news)
        break
      case 'emptied':
        // Only once nobody listens here.
        break
    }
  }

  /** A token that ended meanwhile is renewed once; anything else is for the reader. */
  async #fail({ kind: _, ...failure }: Extract<CompareNews, { kind: 'failed' }>): Promise<void> {
    const isRenewed =
      failure.status === 401 &&
      (this.#used !== this.#access?.access() || (await this.#access?.renew(this.#used).catch(() => false)))
    if (isRenewed) this.#load()
    else this.#set({ failure })
  }
}
