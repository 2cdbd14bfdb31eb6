import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTrace, parseTraceparent, type TraceContext } from '../../kernel/trace-context.ts'
import type { TraceSpan, Tracing } from '../../kernel/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace?: { readonly context: TraceContext; readonly span: TraceSpan | undefined }
  }
}

/** Requests belong to the trace of their caller, if it names one, and are spans of it where traces are wanted. */
export function traceRequests(app: FastifyInstance, tracing: Pick<Tracing, 'isOn' | 'start'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = parseTraceparent(request.headers.traceparent)
    // A socket is no request with an end.
    const span = tracing.isOn && request.headers.upgrade === undefined ? startSpan(tracing, request, parent) : undefined
    const context = span?.context ?? parent
    if (context) request.trace = { context, span }
    inTrace(context, done)
  })
  // Reading the body loses the context.
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.trace?.context, done))
  app.addHook('onResponse', async ({ trace }, { statusCode }) => {
    trace?.span?.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) trace?.span?.fail(String(statusCode))
    trace?.span?.end()
  })
}

function startSpan(
  tracing: Pick<Tracing, 'start'>,
  request: FastifyRequest,
  parent: TraceContext | undefined,
): TraceSpan {
  const route = request.routeOptions.url ?? 'unknown'
  const attributes = { 'http.request.method': request.method, 'http.route': route, 'heddle.request_id': request.id }
  return tracing.start(`${request.method} ${route}`, { kind: 'server', parent, attributes })
}
