import { inTrace, type TraceContext } from './trace-context.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export type TraceSpan = {
  /** Undefined when nothing is traced. */
  readonly context: TraceContext | undefined
  readonly set: (attributes: SpanAttributes) => void
  readonly fail: (reason: string) => void
  readonly end: (atMs?: number) => void
}

export type SpanOptions = {
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal'
  /** By default the span belongs below the one in which the code runs. */
  readonly parent?: TraceContext | undefined
  readonly attributes?: SpanAttributes
  /** For what has happened already. */
  readonly startMs?: number
}

/** Attributes name classes, counts and outcomes: never values, addresses with secrets, or what a user typed. */
export type Tracing = {
  readonly isOn: boolean
  readonly start: (name: string, options?: SpanOptions) => TraceSpan
  /** Sends what is left. */
  readonly close: () => Promise<void>
}

const NO_SPAN: TraceSpan = { context: undefined, set: () => undefined, fail: () => undefined, end: () => undefined }
export const NO_TRACING: Tracing = { isOn: false, start: () => NO_SPAN, close: async () => undefined }

/** Runs the work in a span that ends with it. */
export async function traced<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  work: (span: TraceSpan) => Promise<T>,
): Promise<T> {
  const span = tracing.start(name, options)
  try {
    return await inTrace(span.context, () => work(span))
  } catch (error) {
    // Not the message, which may hold values.
    span.fail(error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    span.end()
  }
}
