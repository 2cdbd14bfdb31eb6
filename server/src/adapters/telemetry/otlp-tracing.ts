import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SECOND } from '../../kernel/durations.ts'
import { currentTrace, type TraceContext } from '../../kernel/trace-context.ts'
import type { TracingOptions } from './tracing-options.ts'
import type { TraceSpan, SpanAttributes, Tracing } from '../../kernel/tracing.ts'

/** A collector that is away must not hold up a stop. */
const LAST_SEND_MS = 2 * SECOND
const SEND_EVERY_MS = 2 * SECOND
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Nothing global: the position in a trace is ours (`kernel/trace-context.ts`), and is handed over as plain data. */
export function openOtlpTracing(options: TracingOptions): Tracing {
  const { endpoint, serviceName, role, version, logger, sendEveryMs = SEND_EVERY_MS } = options
  const exporter = noteOutages(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }), logger)
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'heddle.role': role,
      }),
    ),
    sampler: samplerOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  const tracer = provider.getTracer('heddle', version)
  return {
    isOn: true,
    start: (name, { kind = 'internal', parent = currentTrace(), attributes = {}, startMs } = {}) => {
      const started = {
        kind: KINDS[kind],
        attributes: definedOf(attributes),
        ...(startMs !== undefined && { startTime: startMs }),
      }
      return spanOf(tracer.startSpan(name, started, contextOf(parent)))
    },
    close: async () => {
      await Promise.race([provider.shutdown(), delay(LAST_SEND_MS, undefined, { ref: false })]).catch(() => undefined)
    },
  }
}

function contextOf(parent: TraceContext | undefined): Context {
  if (!parent) return ROOT_CONTEXT
  const { traceId, spanId, sampled } = parent
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })
}

function spanOf(span: SdkSpan): TraceSpan {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    context: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
    set: (attributes) => void span.setAttributes(definedOf(attributes)),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    end: (atMs) => span.end(atMs),
  }
}

const definedOf = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function samplerOf({ sampler, share }: TracingOptions): Sampler {
  const [parentBased, kind] = sampler.startsWith('parentbased_')
    ? [true, sampler.slice('parentbased_'.length)]
    : [false, sampler]
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(share)
        : new AlwaysOnSampler()
  return parentBased ? new ParentBasedSampler({ root }) : root
}

/** One line per outage of the collector, not one per batch. */
function noteOutages(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  let away = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !away)
          logger.warn({ err: result.error }, 'the trace collector does not take spans; they are lost until it does')
        if (!failed && away) logger.info('the trace collector takes spans again')
        away = failed
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
