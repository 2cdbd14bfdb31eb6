import type { Wire } from '../../lib/api/wire.ts'
import type { CheckedCanvas } from './check-canvas.ts'
import type { Edit, RowsToLoad, RulesAnswer, RulesQuestion, Sample } from './rules-messages.ts'
import type { StepPreview } from './step-previews.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What the rules say; a new object whenever anything changes. */
export type RulesState = {
  readonly vocabulary: Vocabulary | undefined
  /** About the newest canvas that was checked. */
  readonly checked: CheckedCanvas | undefined
  readonly rows: 'none' | 'loading' | 'ready' | { readonly failure: string }
  readonly rowCount: number
  /** By id of the step; those of an older canvas until the newest are there. */
  readonly previews: ReadonlyMap<string, StepPreview>
}

const NOTHING: RulesState = {
  vocabulary: undefined,
  checked: undefined,
  rows: 'none',
  rowCount: 0,
  previews: new Map(),
}

type RulesWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent<RulesAnswer>) => void) | null
}

const startWorker = (): RulesWorker => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' })

/** The rules behind a worker, which starts with the first question and ends with its last user. */
export class RulesClient {
  readonly #start: () => RulesWorker
  readonly #listeners = new Set<() => void>()
  readonly #samples = new Map<number, (sample: Sample | undefined) => void>()
  #worker: RulesWorker | undefined
  #users = 0
  #sampled = 0
  #state = NOTHING

  constructor(start: () => RulesWorker = startWorker) {
    this.#start = start
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): RulesState => this.#state

  /** Keeps the worker until the returned function is called. */
  readonly hold = (): (() => void) => {
    this.#users += 1
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#worker?.terminate()
      this.#worker = undefined
      for (const resolve of this.#samples.values()) resolve(undefined)
      this.#samples.clear()
      this.#state = NOTHING
    }
  }

  classes(documents: readonly Wire.MimClassDetail[]): void {
    this.#ask({ kind: 'classes', documents })
  }

  edit(edit: Edit): void {
    this.#ask({ kind: 'edit', edit })
  }

  /** The rows that the steps begin with. */
  load(rows: RowsToLoad | undefined): void {
    if (!rows && this.#state.rows === 'none') return
    this.#become({ rows: rows ? 'loading' : 'none', rowCount: 0, previews: new Map() })
    this.#ask({ kind: 'rows', rows })
  }

  /** The first rows after a step; undefined when there are none. */
  sample(step: string | undefined): Promise<Sample | undefined> {
    const id = ++this.#sampled
    const { promise, resolve } = Promise.withResolvers<Sample | undefined>()
    this.#samples.set(id, resolve)
    this.#ask({ kind: 'sample', id, step })
    return promise
  }

  #ask(question: RulesQuestion): void {
    if (!this.#worker) {
      this.#worker = this.#start()
      this.#worker.onmessage = ({ data }) => this.#hear(data)
      this.#worker.postMessage({ kind: 'vocabulary' } satisfies RulesQuestion)
    }
    this.#worker.postMessage(question)
  }

  #hear(answer: RulesAnswer): void {
    switch (answer.kind) {
      case 'vocabulary':
        this.#become({ vocabulary: answer.vocabulary })
        break
      case 'checked':
        this.#become({ checked: answer.checked })
        break
      case 'loaded':
        this.#become({ rows: 'ready', rowCount: answer.count })
        break
      case 'load_failed':
        this.#become({ rows: { failure: answer.message } })
        break
      case 'previewed':
        this.#become({ previews: new Map(answer.previews.map((preview) => [preview.id, preview])) })
        break
      case 'sample':
        this.#samples.get(answer.id)?.(answer.sample)
        this.#samples.delete(answer.id)
        break
    }
  }

  #become(changed: Partial<RulesState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}
