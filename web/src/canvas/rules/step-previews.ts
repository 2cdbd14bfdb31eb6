import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import type { RowTable } from '@heddle/domain/post-processing/post-processor.ts'
import { applyStep } from '@heddle/domain/post-processing/post-processors.ts'
import { StepFailure } from '@heddle/domain/post-processing/step-failure.ts'

/** What a run of the server may have. */
const MOST_ROWS = 1_000_000

export type StepPreview = {
  readonly id: string
  /** `off`: it is disabled; `waiting`: a step before it has a fault; `needs_run`: it takes rows that are not here. */
  readonly state: 'done' | 'off' | 'faulty' | 'waiting' | 'needs_run'
  readonly before?: number
  readonly after?: number
  readonly columns?: readonly string[]
  readonly warnings: readonly string[]
  readonly fault?: string
}

type Result = { readonly key: string; readonly table: RowTable | undefined; readonly preview: StepPreview }

/** The rows after each step. What did not change since the last time is not computed again. */
export class StepPreviews {
  readonly #source: RowTable
  #results: readonly Result[] = []

  constructor(source: RowTable) {
    this.#source = source
  }

  get source(): RowTable {
    return this.#source
  }

  /** One step at a time, so that its caller can look up in between. `faults` are messages by id of the step. */
  *run(
    steps: readonly PostProcessorStep[],
    faults: ReadonlyMap<string, string>,
  ): Generator<void, readonly StepPreview[]> {
    const results: Result[] = []
    let isSame = true
    for (const [index, step] of steps.entries()) {
      const key = keyOf(step, faults.get(step.id))
      const known = this.#results[index]
      isSame &&= known?.key === key
      if (isSame && known) results.push(known)
      else {
        yield
        results.push(apply(step, key, results.at(-1) ?? { table: this.#source }, faults.get(step.id)))
      }
    }
    this.#results = results
    return results.map(({ preview }) => preview)
  }

  /** The rows after a step, or before the first one. */
  rowsAfter(step: string | undefined): RowTable | undefined {
    return step === undefined ? this.#source : this.#results.find(({ preview }) => preview.id === step)?.table
  }
}

const keyOf = ({ id, type, enabled, config, comparisons }: PostProcessorStep, fault: string | undefined): string =>
  JSON.stringify([id, type, enabled, config, [...(comparisons ?? [])], fault])

function apply(
  step: PostProcessorStep,
  key: string,
  { table, preview }: { readonly table: RowTable | undefined; readonly preview?: StepPreview },
  fault: string | undefined,
): Result {
  const { id } = step
  const without = (state: StepPreview['state'], facts: Partial<StepPreview> = {}): Result => ({
    key,
    table: undefined,
    preview: { id, state, warnings: [], ...(table && { before: table.rows.length }), ...facts },
  })
  if (!table) return without(preview?.state === 'needs_run' ? 'needs_run' : 'waiting')
  const counts = { before: table.rows.length, columns: table.columns }
  if (!step.enabled)
    return { key, table, preview: { id, state: 'off', ...counts, after: table.rows.length, warnings: [] } }
  if (fault !== undefined) return without('faulty', { fault })
  if (step.type === 'lookup') return without('needs_run')
  try {
    const { columns, rows, warnings } = applyStep(step, table, { maxRows: MOST_ROWS })
    return {
      key,
      table: { columns, rows },
      preview: { id, state: 'done', ...counts, columns, after: rows.length, warnings },
    }
  } catch (error) {
    if (error instanceof StepFailure) return without('faulty', { fault: error.message })
    throw error
  }
}
