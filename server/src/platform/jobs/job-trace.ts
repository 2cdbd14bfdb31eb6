import { currentTrace, formatTraceparent, inTrace, parseTraceparent } from '../../kernel/trace-context.ts'
import { traced, type Tracing } from '../../kernel/tracing.ts'
import type { JobDefinition } from './job.ts'

type TracedJob = Pick<JobDefinition, 'name' | 'isTraced'>

/** Beside the payload: it commits with the job, and is kept for each retry. */
type Carried = { readonly traceparent?: string }

/** What the queue stores: the payload, with the place in the trace of what sends it. */
export function carryTrace<P extends object>(
  { isTraced }: TracedJob,
  payload: P,
  { isOn }: Pick<Tracing, 'isOn'>,
): P & Carried {
  const context = isTraced && isOn ? currentTrace() : undefined
  return context ? { ...payload, traceparent: formatTraceparent(context) } : payload
}

/** The payload alone, as it was sent; the queue keeps the deaths at it beside it, see `deaths.ts`. */
export function payloadOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const { traceparent: _, deaths: __, ...payload } = data as Carried & { readonly deaths?: number }
  return payload
}

/** Goes on in the trace of what sent the job, so that log lines name it. */
export function inTraceOfSender<T>(data: unknown, work: () => T): T {
  return inTrace(parseTraceparent((data as Carried | null)?.traceparent), work)
}

/** Each attempt is a span. */
export function traceAttempt(
  tracing: Tracing,
  { name, isTraced }: TracedJob,
  attempt: number,
  work: () => Promise<void>,
): Promise<void> {
  if (!isTraced || !tracing.isOn) return work()
  return traced(tracing, `job ${name}`, { kind: 'consumer', attributes: { 'heddle.attempt': attempt } }, work)
}
