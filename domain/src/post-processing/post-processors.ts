import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Columns, RowTable, StepContext, StepResult } from './post-processor.ts'
import { usableProcessor } from './usable-step.ts'

export { checkStep } from './check-step.ts'
export { earlyStop, rowwisePrefix } from './early-stop.ts'
export { findPostProcessor, POST_PROCESSOR_TYPES } from './registry.ts'

/** Columns after a step; undefined when they are not known before running. A step that is off or faulty changes nothing. */
export function columnsAfter(step: PostProcessorStep, columns: Columns): Columns {
  const processor = step.enabled ? usableProcessor(step) : undefined
  return processor === undefined ? columns : processor.gives(columns, step.config)
}

/**
 * Columns a step looks at; undefined when at all of them, which `distinct` without columns does. A step that is off or
 * faulty looks at none.
 */
export function columnsNeeded(step: PostProcessorStep): readonly string[] | undefined {
  const processor = step.enabled ? usableProcessor(step) : undefined
  return processor === undefined ? [] : processor.needs(step.config)
}

/**
 * Applies a checked step to the rows of the one before; rows are never changed in place. A step that is off passes all on.
 * Throws a `StepFailure` when the result would be too big.
 */
export function applyStep(step: PostProcessorStep, table: RowTable, context: StepContext): StepResult {
  if (!step.enabled) return { ...table, warnings: [] }
  const processor = usableProcessor(step)
  if (processor === undefined) throw new Error(`step ${step.id} (${step.type}) was not checked before it ran`)
  const absent = (processor.needs(step.config) ?? []).filter((column) => !table.columns.includes(column))
  const result = processor.apply(table, step.config, context)
  // Known only now: the columns of a pivot or a lookup depend on the rows.
  const warnings = absent.map((column) => `${step.type}: there is no column ${column}, it counts as empty`)
  return { ...result, warnings: [...warnings, ...result.warnings] }
}
