import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Columns, RowTable, StepContext, StepResult } from './post-processor.ts'
import { findUsableProcessor } from './find-usable-processor.ts'

export { checkStep } from './check-step.ts'
export { earlyStop, rowwisePrefix } from './early-stop.ts'
export { findPostProcessor, POST_PROCESSOR_TYPES } from './registry.ts'

/** Columns after a step; undefined when not known before the run. A disabled or faulty step changes nothing. */
export function columnsAfter(step: PostProcessorStep, columns: Columns): Columns {
  const processor = step.enabled ? findUsableProcessor(step) : undefined
  return processor === undefined ? columns : processor.gives(columns, step.config)
}

/** Columns a step reads; undefined when it reads all, as `distinct` may. A disabled or faulty step reads none. */
export function columnsRead(step: PostProcessorStep): readonly string[] | undefined {
  const processor = step.enabled ? findUsableProcessor(step) : undefined
  return processor === undefined ? [] : processor.needs(step.config)
}

/**
 * Applies a checked step to the rows of the one before; rows are never changed in place. A disabled step changes
 * nothing. Throws a `StepFailure` when the result would be too big.
 */
export function applyStep(step: PostProcessorStep, table: RowTable, context: StepContext): StepResult {
  if (!step.enabled) return { ...table, warnings: [] }
  const processor = findUsableProcessor(step)
  if (processor === undefined) throw new Error(`step ${step.id} (${step.type}) was not checked before it ran`)
  const absent = (processor.needs(step.config) ?? []).filter((column) => !table.columns.includes(column))
  const result = processor.apply(table, step.config, {
    ...context,
    ...(step.comparisons && { comparisons: step.comparisons }),
  })
  context.size?.check(result, processor.writes?.(step.config, table.columns, result.columns))
  // Only known now: the columns of a pivot or a lookup depend on the rows.
  const warnings = absent.map((column) => `${step.type}: there is no column ${column}, so it is treated as empty`)
  return { ...result, warnings: [...warnings, ...result.warnings] }
}
