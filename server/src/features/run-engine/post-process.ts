import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import { countRow } from '@heddle/domain/post-processing/group.ts'
import { applyStep } from '@heddle/domain/post-processing/post-processors.ts'
import type { LookedUp } from '@heddle/domain/post-processing/post-processor.ts'
import { StepFailure } from '@heddle/domain/post-processing/step-failure.ts'
import { TableSize } from '@heddle/domain/post-processing/table-size.ts'
import { checkMemory } from './memory-limit.ts'
import { resultLimit } from './result-chunks.ts'
import type { RunContext } from './run-context.ts'
import { RunError } from './run-error.ts'

/** Rows, or where the first step only counts them, their number. */
export type CountedRows = Shaped & { readonly count?: number }

type StagedStep = { readonly step: PostProcessorStep; readonly stage: number }
/** The rows of the query that a step looks up in; undefined for any other step. */
type LookUp = (stepId: string) => Promise<LookedUp | undefined>

/** Applies the steps in order, each to the output of the previous one. */
export async function postProcess(
  table: CountedRows,
  steps: readonly StagedStep[],
  { limits, telling }: RunContext,
  lookUp: LookUp,
): Promise<Shaped> {
  let current = table
  let count = table.count
  const size = new TableSize(resultLimit(limits))
  for (const { step, stage } of steps) {
    telling.stages.start(stage)
    const lookup = await lookUp(step.id)
    const result =
      count === undefined
        ? apply(step, current, { maxRows: limits.maxRows, size, ...(lookup && { lookup }) })
        : { ...countRow(step.config, count), warnings: [] }
    for (const warning of result.warnings) telling.warnings.add(warning)
    telling.stages.finish(stage, {
      input_rows: count ?? current.rows.length,
      output_rows: result.rows.length,
      input_sample: current.rows,
      output_sample: result.rows,
    })
    current = result
    count = undefined
    checkMemory(limits.maxHeapBytes)
  }
  return current
}

function apply(...[step, table, context]: Parameters<typeof applyStep>): ReturnType<typeof applyStep> {
  try {
    return applyStep(step, table, context)
  } catch (error) {
    if (error instanceof StepFailure)
      throw new RunError({ reason: 'too_big', message: `Step ${step.id} (${step.type}): ${error.message}` })
    throw error
  }
}
