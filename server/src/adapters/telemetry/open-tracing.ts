import { NO_TRACING, type Tracing } from '../../kernel/tracing.ts'
import type { TracingOptions } from './tracing-options.ts'

/** Loads the packages of OpenTelemetry only where traces are wanted. */
export async function openTracing(options: TracingOptions | undefined): Promise<Tracing> {
  if (!options) return NO_TRACING
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  return openOtlpTracing(options)
}
