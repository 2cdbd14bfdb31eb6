import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { importsOf, REGISTRY, smallModel } from '../testing/mim-registry/start-registry-app.ts'
import { startSmtpServer, type TestSmtpServer } from '../testing/smtp-server.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../testing/snapshots/start-snapshots.ts'
import { type CollectedSpan, startTraceCollector } from '../testing/trace-collector.ts'

const CALLER = '00f067aa0ba902b7'

let collector: Awaited<ReturnType<typeof startTraceCollector>>
let smtp: TestSmtpServer
let registry: RegistrySimulator
let app: Snapshots
beforeAll(async () => {
  collector = await startTraceCollector()
  smtp = await startSmtpServer()
  registry = await startRegistry({ versions: { latest: { model: smallModel } } })
  app = await startSnapshots({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://heddle.example',
      MIM_REGISTRY_URL: registry.url,
    },
  })
})
afterAll(async () => {
  await app.stop()
  await registry.close()
  await smtp.stop()
  await collector.close()
})

let traces = 0
/** A trace whose spans are found by name. */
function newTrace() {
  const traceId = `4bf92f3577b34da6a3ce929d0e0e${(++traces).toString(16).padStart(4, '0')}`
  const named =
    (name: string) =>
    (span: CollectedSpan): boolean =>
      span.traceId === traceId && span.name === name
  return {
    header: { traceparent: `00-${traceId}-${CALLER}-01` },
    spans: (...names: readonly string[]) => collector.find(...names.map(named)),
    count: (name: string) => collector.spans.filter(named(name)).length,
  }
}

/** Each span is the parent of the next one. */
const isChain = (spans: readonly CollectedSpan[]): boolean =>
  spans.every(({ parentSpanId }, index) => parentSpanId === (index === 0 ? CALLER : spans[index - 1]!.spanId))

describe('work in the background belongs to the trace of what asked for it:', () => {
  it('the capture of a scheduled run', async () => {
    const trace = newTrace()
    const saved_query = await app.save(BRIDGE_DOMAINS)
    const schedule = { schedule_type: 'interval', interval_minutes: 600, capture_snapshot: true }
    const task = await app.editor.post('/api/queries/scheduled-tasks/', {
      name: 'nightly',
      saved_query,
      controller_connections: [app.connection],
      ...schedule,
    })

    await app.editor.post(`/api/queries/scheduled-tasks/${task.body.id}/run_now/`, {}, trace.header)

    const chain = await trace.spans(
      'POST /api/queries/scheduled-tasks/:id/run_now/',
      'run',
      'job capture-scheduled-run',
    )
    expect(isChain(chain), JSON.stringify(chain)).toBe(true)
  })

  it('a mail, also one that a job posts', async () => {
    const trace = newTrace()
    const { email } = (await app.editor.get('/api/auth/profile/')).body

    await app.app.anonymous.post('/api/auth/password-reset/', { email }, trace.header)

    const chain = await trace.spans('POST /api/auth/password-reset/', 'job request-password-reset', 'job send-mail')
    expect(isChain(chain), JSON.stringify(chain)).toBe(true)
    expect(collector.text()).not.toContain(email)
  })

  it('the import of a class model, with each chunk', async () => {
    const trace = newTrace()
    const imports = importsOf(app.app)

    const { body } = await app.app.admin.post(`${REGISTRY}remote/install/`, { version_key: 'latest' }, trace.header)
    expect((await imports.ended(body.run_id)).run.state).toBe('succeeded')

    const chain = await trace.spans(
      'POST /api/mim-registry/remote/install/',
      'job import-mim',
      'import download',
      'import chunk',
    )
    const [job, discovery, build] = await trace.spans('job import-mim', 'import discovery', 'import build')
    expect(isChain(chain), JSON.stringify(chain)).toBe(true)
    expect([discovery!.parentSpanId, build!.parentSpanId]).toEqual([job!.spanId, job!.spanId])
    expect(trace.count('import chunk')).toBeGreaterThan(1)
  })
})
