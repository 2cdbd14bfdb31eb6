import { ALL_SAMPLES_BYTES, LISTED_PATHS_BYTES } from '@heddle/contract/result-budget.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Stage } from './engine-types.ts'
import { listUpTo } from './listed-texts.ts'
import { sampleOf } from './stage-samples.ts'

type Identity = Pick<Stage, 'name' | 'type' | 'node_id' | 'step_id' | 'edge_id' | 'connection'>
type Running = { -readonly [K in keyof Stage]: Stage[K] }
export type StageResult = {
  readonly output_rows: number
  readonly output_sample?: readonly Row[]
  readonly input_rows?: number
  readonly input_sample?: readonly Row[]
  /** The paths sent. */
  readonly requests?: readonly string[]
  readonly waited_ms?: number
}

/**
 * The stages of a run. All are listed from the start, so that a failed run shows what never started. What they show of
 * rows and requests is cut here, before it leaves the thread: the first stages take what they need, and the last ones
 * what is left.
 */
export class StageLog {
  readonly #stages: Running[] = []
  readonly #now: () => number
  readonly #onChange: (stage: Stage) => void
  #roomBytes = ALL_SAMPLES_BYTES

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

  finish(index: number, { output_sample = [], input_sample = [], requests, ...result }: StageResult): void {
    const stage = this.#stages[index]!
    const request = this.#request(requests)
    const [input, output] = [this.#sample(input_sample), this.#sample(output_sample)]
    Object.assign(stage, result, request, {
      status: 'success',
      input_sample: input.rows,
      output_sample: output.rows,
      ...((input.isCut || output.isCut) && { samples_cut: true }),
      duration_ms: this.#now() - (stage.started_at ?? this.#now()),
    })
    this.#onChange(stage)
  }

  /** Closes the stages of a fetch that failed: as `failure` for the first one, as `cancelled` for those it stopped. */
  fail(indexes: readonly number[], { requests, ...result }: Pick<StageResult, 'requests' | 'waited_ms'>): void {
    for (const index of indexes) {
      const { connection } = this.#stages[index]!
      const isFirst = !this.#stages.some(
        (stage) => stage.status === 'failure' && stage.connection === connection && !indexes.includes(stage.index),
      )
      const status = isFirst ? 'failure' : 'cancelled'
      const closed = close(this.#stages[index]!, status, this.#now())
      Object.assign(this.#stages[index]!, closed, result, this.#request(requests))
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

  #sample(rows: readonly Row[]) {
    const sample = sampleOf(rows, this.#roomBytes)
    this.#roomBytes -= sample.bytes
    return sample
  }

  #request(paths: readonly string[] | undefined): Pick<Stage, 'request'> | undefined {
    if (paths === undefined) return undefined
    const request = listUpTo(Math.min(LISTED_PATHS_BYTES, this.#roomBytes), paths).join('\n')
    this.#roomBytes -= Buffer.byteLength(request)
    return { request }
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
