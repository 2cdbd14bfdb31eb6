import { createStore } from 'zustand/vanilla'
import type { Wire } from '../../lib/api/wire.ts'
import { WorkerCalls } from '../../lib/worker-calls.ts'
import type { CheckedCanvas } from './check-canvas.ts'
import type { Judged, ToJudge } from './judge-expectation.ts'
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
  readonly #samples = new WorkerCalls<Sample | undefined>()
  readonly #judgements = new WorkerCalls<Judged | undefined>()
  readonly store = createStore<RulesState>(() => NOTHING)
  #worker: RulesWorker | undefined
  #users = 0

  constructor(start: () => RulesWorker = startWorker) {
    this.#start = start
  }

  /** Keeps the worker until the returned function is called. */
  readonly hold = (): (() => void) => {
    this.#users += 1
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#worker?.terminate()
      this.#worker = undefined
      this.#samples.end(({ resolve }) => resolve(undefined))
      this.#judgements.end(({ resolve }) => resolve(undefined))
      this.store.setState(NOTHING, true)
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
    if (!rows && this.store.getState().rows === 'none') return
    this.store.setState({ rows: rows ? 'loading' : 'none', rowCount: 0, previews: new Map() })
    this.#ask({ kind: 'rows', rows })
  }

  /** The first rows after a step; undefined when there are none. */
  sample(step: string | undefined): Promise<Sample | undefined> {
    return this.#samples.ask((id) => this.#ask({ kind: 'sample', id, step }))
  }

  /** What an expectation would have said of the rows of a run; undefined when nobody waits for it. */
  judge(asked: ToJudge, rows: RowsToLoad | undefined): Promise<Judged | undefined> {
    return this.#judgements.ask((id) => this.#ask({ kind: 'judge', id, asked, rows }))
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
        this.store.setState({ vocabulary: answer.vocabulary })
        break
      case 'checked':
        this.store.setState({ checked: answer.checked })
        break
      case 'loaded':
        this.store.setState({ rows: 'ready', rowCount: answer.count })
        break
      case 'load_failed':
        this.store.setState({ rows: { failure: answer.message } })
        break
      case 'previewed':
        this.store.setState({ previews: new Map(answer.previews.map((preview) => [preview.id, preview])) })
        break
      case 'sample':
        this.#samples.answered(answer.id, answer.sample)
        break
      case 'judged':
        this.#judgements.answered(answer.id, answer.judged)
        break
    }
  }
}
