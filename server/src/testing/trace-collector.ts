import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}
type Attribute = { readonly key: string; readonly value: Value }
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[]
  }[]
}
type RawSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number; readonly message?: string }
}

export type CollectedSpan = Omit<RawSpan, 'attributes'> & {
  readonly role: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Takes traces as an OTLP collector does, as JSON over HTTP. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  let wake = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      spans.push(...read(JSON.parse(body) as Sent))
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
      wake.resolve()
      wake = Promise.withResolvers()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** All that was sent, as text. */
    text: () => bodies.join('\n'),
    /** Resolves once all these spans, which it returns, have come. */
    find: async (...wanted: readonly ((span: CollectedSpan) => boolean)[]): Promise<readonly CollectedSpan[]> => {
      for (;;) {
        const found = wanted.map((matches) => spans.find(matches))
        if (found.every((span) => span !== undefined)) return found
        await wake.promise
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const read = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = valuesOf(resource.attributes)['heddle.role']
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, role, attributes: valuesOf(span.attributes) })),
    )
  })

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
