import type { Cell } from './cell.ts'
import type { SortColumn } from './row-store.ts'
import type { News, Question } from './view-messages.ts'

/** Where rows come from: an address of NDJSON, or rows that are here already. */
export type RowSource =
  | { readonly kind: 'url'; readonly url: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly columns: readonly string[] }

export type View = { readonly sort: readonly SortColumn[]; readonly find: string; readonly columns: readonly string[] }
export type Part = { readonly from: number; readonly to: number; readonly columns: readonly string[] }

/** What is known of the rows; a new object whenever anything changes. */
export type Loaded = {
  readonly count: number
  readonly columns: readonly string[]
  readonly isDone: boolean
  /** How many rows fit the view. */
  readonly hits: number
  readonly failure?: string
}

const BLOCK = 200
const NONE: readonly (readonly Cell[])[] = []

/** The rows of a source behind a worker. It is asked for cells in blocks, and remembers them until the view changes. */
export class RowsClient {
  readonly #source: RowSource
  readonly #listeners = new Set<() => void>()
  readonly #blocks = new Map<number, readonly (readonly Cell[])[]>()
  readonly #asked = new Set<number>()
  readonly #texts = new Map<number, (text: string) => void>()
  #worker: Worker | undefined
  #loaded: Loaded
  #view: View = { sort: [], find: '', columns: [] }
  #texted = 0

  constructor(source: RowSource) {
    this.#source = source
    this.#loaded = { count: 0, columns: source.columns, isDone: false, hits: 0 }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly loaded = (): Loaded => this.#loaded

  start(access: string): void {
    this.#worker = new Worker(new URL('./row-store.worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data)
    const source = this.#source
    this.#ask(source.kind === 'rows' ? source : { kind: 'load', url: source.url, access, columns: source.columns })
    this.#ask({ kind: 'view', ...this.#view })
  }

  close(): void {
    this.#worker?.terminate()
  }

  look(view: View): void {
    // Cells are kept by place: under other columns they would be in the wrong one.
    if (view.columns !== this.#view.columns) this.#forget()
    this.#view = view
    this.#ask({ kind: 'view', ...view })
  }

  /** The cells of a row of the view; undefined until they arrive. */
  rowAt(index: number): readonly Cell[] | undefined {
    const block = Math.floor(index / BLOCK)
    if (!this.#asked.has(block)) {
      this.#asked.add(block)
      this.#ask({ kind: 'slice', id: block, from: block * BLOCK, to: (block + 1) * BLOCK, columns: this.#view.columns })
    }
    return this.#blocks.get(block)?.[index % BLOCK]
  }

  /** The rows that a view begins with, as far as they are here: the same ones until they change. */
  firstRows(): readonly (readonly Cell[])[] {
    return this.#blocks.get(0) ?? NONE
  }

  /** A part of the view as text. */
  textOf(part: Part, format: 'tsv' | 'csv'): Promise<string> {
    const id = ++this.#texted
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#texts.set(id, resolve)
    this.#ask({ kind: 'text', id, ...part, format })
    return promise
  }

  #forget(): void {
    this.#blocks.clear()
    this.#asked.clear()
  }

  #ask(question: Question): void {
    this.#worker?.postMessage(question)
  }

  #hear(news: News): void {
    switch (news.kind) {
      case 'loaded':
        this.#become({ count: news.count, columns: news.columns, isDone: news.isDone })
        // More rows are more hits.
        this.#ask({ kind: 'view', ...this.#view })
        break
      case 'viewed':
        this.#forget()
        this.#become({ hits: news.hits })
        break
      case 'slice':
        this.#blocks.set(news.id, news.cells)
        this.#become({})
        break
      case 'text':
        this.#texts.get(news.id)?.(news.text)
        this.#texts.delete(news.id)
        break
      case 'failed':
        this.#become({ isDone: true, failure: news.message })
        break
    }
  }

  #become(changed: Partial<Loaded>): void {
    this.#loaded = { ...this.#loaded, ...changed }
    for (const listener of this.#listeners) listener()
  }
}
