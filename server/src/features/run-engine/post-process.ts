import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import { applyStep } from '@heddle/domain/post-processing/post-processors.ts'
import { StepFailure } from '@heddle/domain/post-processing/step-failure.ts'
import { checkMemory } from './memory-limit.ts'
import type { RunContext } from './run-context.ts'
import { RunError } from './run-error.ts'

type StagedStep = { readonly step: PostProcessorStep; readonly stage: number }
/** The rows of the query that a step looks up in; undefined for any other step. */
type LookUp = (stepId: string) => Promise<Shaped | undefined>

/** Applies the steps in order, each to the output of the previous one. */
export async function postProcess(
  table: Shaped,
  steps: readonly StagedStep[],
  { limits, telling }: RunContext,
  lookUp: LookUp,
): Promise<Shaped> {
  let current = table
  for (const { step, stage } of steps) {
    telling.stages.start(stage)
    const lookup = await lookUp(step.id)
    const result = apply(step, current, { maxRows: limits.maxRows, ...(lookup && { lookup }) })
    for (const warning of result.warnings) telling.warnings.add(warning)
    telling.stages.finish(stage, {
      input_rows: current.rows.length,
      output_rows: result.rows.length,
      input_sample: current.rows,
      output_sample: result.rows,
    })
    current = result
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
