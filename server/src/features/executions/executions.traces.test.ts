import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type CollectedSpan, startTraceCollector } from '../../testing/trace-collector.ts'
import { LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const SECRET = 'tenant-that-nobody-may-know'
const TENANTS = {
  nodes: [
    {
      id: 't',
      class_name: 'fvTenant',
      properties: ['name'],
      filters: [{ property: 'name', operator: 'ne', value: SECRET }],
    },
  ],
  post_processors: [{ id: 'top', type: 'limit', config: { count: 1 } }],
}

let collector: Awaited<ReturnType<typeof startTraceCollector>>
let runs: Runs
let query: string
beforeAll(async () => {
  collector = await startTraceCollector()
  runs = await startRuns({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  addSmallFabric(runs.controller.store)
  query = await runs.save(TENANTS)
})
afterAll(async () => {
  await runs.stop()
  await collector.close()
})

const isRunOf =
  (execution: string) =>
  ({ name, attributes }: CollectedSpan): boolean =>
    name === 'run' && attributes['heddle.execution_id'] === execution

describe('a run', () => {
  it('is one trace: request, run, controller requests and stages, below the span of the caller', async () => {
    const { body } = await runs.editor.post(
      `${QUERIES}${query}/execute/`,
      {},
      { traceparent: `00-${TRACE}-${CALLER}-01` },
    )
    expect(body.status, body.error_message).toBe('success')

    const [request, run, page, step] = await collector.find(
      ({ name }) => name === 'POST /api/queries/saved-queries/:id/execute/',
      isRunOf(body.execution_id),
      ({ name, traceId }) => name === 'GET fvTenant' && traceId === TRACE,
      ({ name, traceId }) => name.startsWith('post_processor') && traceId === TRACE,
    )
    expect([request, run, page, step].map((span) => span!.traceId)).toEqual(Array(4).fill(TRACE))
    expect([request!.parentSpanId, run!.parentSpanId, page!.parentSpanId]).toEqual([
      CALLER,
      request!.spanId,
      run!.spanId,
    ])
    expect(page!.attributes).toMatchObject({
      'heddle.connection': 'lab',
      'heddle.class': 'fvTenant',
      'heddle.outcome': 'success',
    })
    expect(run!.attributes).toMatchObject({ 'heddle.trigger': 'manual', 'heddle.status': 'success' })
  })

  it('in the background belongs to the request that asked for it', async () => {
    const { body } = await runs.editor.post(`${QUERIES}${query}/execute_background/`)

    const [request, run] = await collector.find(
      ({ name }) => name === 'POST /api/queries/saved-queries/:id/execute_background/',
      isRunOf(body.execution_id),
    )
    expect([run!.traceId, run!.parentSpanId]).toEqual([request!.traceId, request!.spanId])
  })

  it('tells no values', async () => {
    expect(collector.text()).not.toContain(SECRET)
    expect((await runs.editor.get(LOGS)).status).toBe(200)
  })

  it('names its trace in the log', () => {
    const lines = runs.app
      .log()
      .split('\n')
      .filter((line) => line.includes(TRACE))

    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('request')
  })
})
