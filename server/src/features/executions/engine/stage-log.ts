import type { Row } from '@heddle/domain/query/row.ts'
import type { Stage } from './engine-types.ts'

export const SAMPLE_ROWS = 20

type Identity = Pick<Stage, 'name' | 'type'> & { readonly node_id?: string; readonly step_id?: string }
type Running = { -readonly [K in keyof Stage]: Stage[K] }
export type StageResult = {
  readonly output_rows: number
  readonly output_sample?: readonly Row[]
  readonly input_rows?: number
  readonly input_sample?: readonly Row[]
  readonly request?: string
}

/** Keeps the stages of a run: every one is listed from the start, so that a failed run shows what never began. */
export class StageLog {
  readonly #stages: Running[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
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
    return this.#stages.push({ index: this.#stages.length, ...identity, status: 'pending', ...nothingYet }) - 1
  }

  start(index: number): void {
    Object.assign(this.#stages[index]!, { status: 'running', started_at: this.#now() })
  }

  finish(index: number, { output_sample = [], input_sample = [], ...result }: StageResult): void {
    const stage = this.#stages[index]!
    Object.assign(stage, result, {
      status: 'success',
      output_sample: output_sample.slice(0, SAMPLE_ROWS),
      input_sample: input_sample.slice(0, SAMPLE_ROWS),
      duration_ms: this.#now() - (stage.started_at ?? this.#now()),
    })
  }

  /** The stages of a fetch that failed. Those of the first one have failed; what ran beside it is cancelled by that. */
  fail(indexes: readonly number[], result: Pick<StageResult, 'request'>): void {
    const status = this.#stages.some((stage) => stage.status === 'failure') ? 'cancelled' : 'failure'
    for (const index of indexes) {
      this.#close(this.#stages[index]!, status)
      Object.assign(this.#stages[index]!, result)
    }
  }

  /** What was running has failed (or was cancelled), what was still to come is skipped. */
  end(status: 'failure' | 'cancelled'): void {
    for (const stage of this.#stages) {
      if (stage.status === 'running' || (stage.status === 'failure' && status === 'cancelled')) this.#close(stage, status)
      if (stage.status === 'pending') stage.status = 'skipped'
    }
  }

  #close(stage: Running, status: 'failure' | 'cancelled'): void {
    Object.assign(stage, { status, duration_ms: this.#now() - (stage.started_at ?? this.#now()) })
  }

  get stages(): readonly Stage[] {
    return this.#stages
  }
}
