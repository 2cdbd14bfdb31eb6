import type { PostProcessorStep } from '../canvas/canvas.ts'
import { limit, rowsForLimit } from './limit.ts'
import { findUsableProcessor } from './find-usable-processor.ts'

/** The leading steps that work row by row: they can be applied to every page as it arrives. */
export function rowwisePrefix(steps: readonly PostProcessorStep[]): PostProcessorStep[] {
  const enabled = steps.filter((step) => step.enabled)
  const end = enabled.findIndex((step) => findUsableProcessor(step)?.rowwise !== true)
  return end === -1 ? enabled : enabled.slice(0, end)
}

/**
 * The number of rows after the row-by-row steps at which reading can stop because a `limit` follows; undefined when all
 * rows are needed.
 */
export function earlyStop(steps: readonly PostProcessorStep[]): number | undefined {
  const enabled = steps.filter((step) => step.enabled)
  const next = enabled[rowwisePrefix(steps).length]
  if (next === undefined || next.type !== limit.type || findUsableProcessor(next) === undefined) return undefined
  return rowsForLimit(next.config)
}
