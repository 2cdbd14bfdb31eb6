import { Check } from 'typebox/value'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { PostProcessor } from './post-processor.ts'
import { findPostProcessor } from './registry.ts'

/** The post-processor of a step, if it exists and its schema accepts the configuration. */
export function findUsableProcessor({ type, config }: PostProcessorStep): PostProcessor | undefined {
  const processor = findPostProcessor(type)
  return processor !== undefined && Check(processor.config, config) ? processor : undefined
}
