import { createStore, type StoreApi } from 'zustand/vanilla'
import { IdleWorkers } from '../../lib/idle-workers.ts'
import { WorkerCalls } from '../../lib/worker-calls.ts'
import type { Cell } from './cell.ts'
import type { Facts } from './column-facts.ts'
import type { FoundColumn, StoreView } from './row-store.ts'
import type { RowsAnswer, RowsAnswers, News, RowsQuestion, ToAsk } from './view-messages.ts'

/** Where rows come from: an address of NDJSON, or rows that are here already. */
export type GridRowSource =
  | { readonly kind: 'url'; readonly url: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'rows'
      readonly rows: readonly Readonly<Record<string, unknown>>[]
      readonly columns: readonly string[]
    }

/** Why rows could not be read. A status of 0 is a line that broke. */
export type LoadFailure = { readonly status: number; readonly message: string; readonly requestId?: string }

/** What is known of the rows; a new object whenever anything changes. */
export type Loaded = {
  readonly count: number
  readonly columns: readonly string[]
  /** Empty until the first rows arrive. */
  readonly facts: Facts
  readonly isDone: boolean
  /** How many rows fit the view. */
  readonly hits: number
  /** The columns with the text that is looked for. */
  readonly found: readonly FoundColumn[]
  /** All rows of the source, where only the first of them are here. */
  readonly total?: number
  readonly failure?: LoadFailure
}

/** Gives the token for a request, and another one when the first was refused. */
export type AccessTokens = {
  readonly access: () => string | undefined
  readonly renew: (used: string | undefined) => Promise<boolean>
}

const BLOCK = 200
/** What was read of more rows is better forgotten with its worker. */
const MOST_REUSED = 20_000
const WORKERS = new IdleWorkers(() => new Worker(new URL('./row-store.worker.ts', import.meta.url), { type: 'module' }))
type Blocks = Map<number, readonly (readonly Cell[])[]>

/** The rows of a source behind a worker. It is asked for cells in blocks, and remembers them until the view changes. */
export class RowsClient {
  readonly source: GridRowSource
  /** What is known of the rows. */
  readonly store: StoreApi<Loaded>
  readonly #asked = new Set<number>()
  readonly #answers = new WorkerCalls<RowsAnswer>()
  #blocks: Blocks = new Map()
  /** Shown until the cells of the newest view arrive. */
  #earlier: Blocks = new Map()
  #worker: Worker | undefined
  #access: AccessTokens | undefined
  #used: string | undefined
  #view: StoreView = { sort: [], find: '', columns: [], filters: [] }
  #generation = 0
  /** One view at a time: while rows stream in, a slow sort must not be asked for again and again. */
  #isViewing = false
  #isViewOld = false

  constructor(source: GridRowSource) {
    this.source = source
    this.store = createStore<Loaded>(() => ({
      count: 0,
      columns: source.columns,
      facts: {},
      isDone: false,
      hits: 0,
      found: [],
    }))
  }

  readonly view = (): StoreView => this.#view

  start(access: AccessTokens): void {
    this.#access = access
    this.#worker = WORKERS.take()
    this.#worker.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data)
    this.#load()
    this.#askForView()
  }

  close(): void {
    const { isDone, failure, count } = this.store.getState()
    if (isDone && failure === undefined && count <= MOST_REUSED && this.#worker) WORKERS.giveBack(this.#worker)
    else this.#worker?.terminate()
    this.#worker = undefined
    this.#answers.end(({ reject }) => reject(new Error('The rows are no longer shown.')))
  }

  look(view: StoreView): void {
    // Cells are kept by place: under other columns they would be in the wrong one.
    if (view.columns.join('\0') !== this.#view.columns.join('\0')) this.#forget(new Map())
    this.#view = view
    this.#askForView()
  }

  /** The cells of a row of the view; undefined until they arrive. */
  rowAt(index: number): readonly Cell[] | undefined {
    const block = Math.floor(index / BLOCK)
    if (!this.#asked.has(block)) {
      this.#asked.add(block)
      const part = { from: block * BLOCK, to: (block + 1) * BLOCK, columns: this.#view.columns }
      this.#post({ kind: 'slice', id: block, asked: this.#generation, ...part })
    }
    return (this.#blocks.get(block) ?? this.#earlier.get(block))?.[index % BLOCK]
  }

  ask<K extends keyof RowsAnswers>(question: ToAsk[K] & { readonly kind: K }): Promise<RowsAnswers[K]> {
    return this.#answers.ask((id) => this.#post({ ...question, id } as unknown as RowsQuestion)) as Promise<
      RowsAnswers[K]
    >
  }

  #load(): void {
    const { source } = this
    this.#used = this.#access?.access()
    this.#post(
      source.kind === 'rows'
        ? source
        : { kind: 'load', url: source.url, access: this.#used ?? '', columns: source.columns },
    )
  }

  #askForView(): void {
    this.#isViewOld = this.#isViewing
    if (this.#isViewing || !this.#worker) return
    this.#isViewing = true
    this.#post({ kind: 'view', ...this.#view })
  }

  #forget(earlier: Blocks): void {
    this.#earlier = earlier
    this.#blocks = new Map()
    this.#asked.clear()
    this.#generation += 1
  }

  #post(question: RowsQuestion): void {
    this.#worker?.postMessage(question)
  }

  #hear(news: News): void {
    switch (news.kind) {
      case 'loaded':
        this.store.setState({
          count: news.count,
          columns: news.columns,
          facts: news.facts,
          isDone: news.isDone,
          ...(news.total !== undefined && { total: news.total }),
        })
        // More rows are more hits.
        this.#askForView()
        break
      case 'viewed':
        this.#isViewing = false
        this.#forget(this.#blocks.size > 0 ? this.#blocks : this.#earlier)
        this.store.setState({ hits: news.hits, found: news.found })
        if (this.#isViewOld) this.#askForView()
        break
      case 'slice':
        if (news.asked !== this.#generation) break
        this.#blocks.set(news.id, news.cells)
        this.store.setState({})
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
  async #fail({ status, message, requestId }: Extract<News, { kind: 'failed' }>): Promise<void> {
    const isRenewed = status === 401 && this.#used !== this.#access?.access()
    if (isRenewed || (status === 401 && (await this.#access?.renew(this.#used).catch(() => false)))) {
      this.#load()
      return
    }
    this.store.setState({ isDone: true, failure: { status, message, ...(requestId !== undefined && { requestId }) } })
  }
}
