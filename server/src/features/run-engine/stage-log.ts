import type { Row } from '@heddle/domain/values/row.ts'
import type { Stage } from './engine-types.ts'

export const SAMPLE_ROWS = 20

type Identity = Pick<Stage, 'name' | 'type' | 'node_id' | 'step_id' | 'edge_id' | 'connection'>
type Running = { -readonly [K in keyof Stage]: Stage[K] }
export type StageResult = {
  readonly output_rows: number
  readonly output_sample?: readonly Row[]
  readonly input_rows?: number
  readonly input_sample?: readonly Row[]
  readonly request?: string
  readonly waited_ms?: number
}

/** The stages of a run. All are listed from the start, so that a failed run shows what never started. */
export class StageLog {
  readonly #stages: Running[] = []
  readonly #now: () => number
  readonly #onChange: (stage: Stage) => void

  constructor(now: () => number, onChange: (stage: Stage) => void = () => undefined) {
    this.#now = now
    this.#onChange = onChange
  }

  add(identity: Identity): number {
    const nothingYet = {
      input_rows: null,
      output_rows: null,
      input_sample: [],
      output_sample: [],
      started_at: null,
      duration_ms: null,
      request: null,
    }
    const index = this.#stages.push({ index: this.#stages.length, ...identity, status: 'pending', ...nothingYet }) - 1
    this.#onChange(this.#stages[index]!)
    return index
  }

  start(index: number): void {
    Object.assign(this.#stages[index]!, { status: 'running', started_at: this.#now() })
    this.#onChange(this.#stages[index]!)
  }

  finish(index: number, { output_sample = [], input_sample = [], ...result }: StageResult): void {
    const stage = this.#stages[index]!
    Object.assign(stage, result, {
      status: 'success',
      output_sample: output_sample.slice(0, SAMPLE_ROWS),
      input_sample: input_sample.slice(0, SAMPLE_ROWS),
      duration_ms: this.#now() - (stage.started_at ?? this.#now()),
    })
    this.#onChange(stage)
  }

  /** Closes the stages of a fetch that failed: as `failure` for the first one, as `cancelled` for those it stopped. */
  fail(indexes: readonly number[], result: Pick<StageResult, 'request' | 'waited_ms'>): void {
    for (const index of indexes) {
      const { connection } = this.#stages[index]!
      const isFirst = !this.#stages.some(
        (stage) => stage.status === 'failure' && stage.connection === connection && !indexes.includes(stage.index),
      )
      const status = isFirst ? 'failure' : 'cancelled'
      Object.assign(this.#stages[index]!, close(this.#stages[index]!, status, this.#now()), result)
      this.#onChange(this.#stages[index]!)
    }
  }

  /** Running stages fail or are cancelled, pending ones are skipped. */
  end(status: 'failure' | 'cancelled'): void {
    this.#close(closedStages(this.#stages, status, this.#now()))
  }

  /** The same for one connection of a merged run, which goes on without it. */
  endConnection(connection: string): void {
    const own = new Set(this.#stages.filter((stage) => stage.connection === connection))
    const closed = closedStages([...own], 'failure', this.#now())
    this.#close(
      this.#stages.map((stage) => (own.has(stage) ? closed.find(({ index }) => index === stage.index)! : stage)),
    )
  }

  #close(stages: readonly Stage[]): void {
    for (const [index, closed] of stages.entries()) {
      const isChanged = closed !== this.#stages[index]
      Object.assign(this.#stages[index]!, closed)
      if (isChanged) this.#onChange(this.#stages[index]!)
    }
  }

  get stages(): readonly Stage[] {
    return this.#stages
  }
}

/** The stages of a run that ended early: running ones fail or are cancelled, pending ones are skipped. */
export function closedStages(stages: readonly Stage[], status: 'failure' | 'cancelled', now: number): readonly Stage[] {
  return stages.map((stage) => {
    if (stage.status === 'running' || (stage.status === 'failure' && status === 'cancelled'))
      return close(stage, status, now)
    return stage.status === 'pending' ? { ...stage, status: 'skipped' } : stage
  })
}

const close = (stage: Stage, status: 'failure' | 'cancelled', now: number): Stage => ({
  ...stage,
  status,
  duration_ms: stage.duration_ms ?? now - (stage.started_at ?? now),
})
