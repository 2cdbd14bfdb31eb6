import { AsyncLocalStorage } from 'node:async_hooks'

/** Where in which trace the running code is: plain data, which may be sent to another process. */
export type TraceContext = { readonly traceId: string; readonly spanId: string; readonly sampled: boolean }

const contexts = new AsyncLocalStorage<TraceContext>()
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

export const currentTrace = (): TraceContext | undefined => contexts.getStore()

/** Runs the work in a trace; in the present one if there is no other. */
export function inTrace<T>(context: TraceContext | undefined, work: () => T): T {
  return context ? contexts.run(context, work) : work()
}

/** Reads the header of the W3C standard; undefined if it is missing or wrong. */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`

/** For every log line written within a trace. */
export function traceFields(): { readonly trace_id?: string } {
  const context = currentTrace()
  return context ? { trace_id: context.traceId } : {}
}
