import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { openOtlpTracing } from '../../adapters/telemetry/otlp-tracing.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { currentTrace } from '../../kernel/trace-context.ts'
import { NO_TRACING, traced, type Tracing } from '../../kernel/tracing.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type CollectedSpan, startTraceCollector } from '../../testing/trace-collector.ts'
import { defineJob, type JobDefinition, type JobHandler } from './job.ts'
import { createJobs, type Jobs, type RegisterOptions } from './jobs.ts'

const logger = pino({ level: 'silent' })
const Payload = Type.Object({ id: Type.Integer() }, { additionalProperties: false })
const settings = { payload: Payload, timeoutMs: MINUTE }

let database: TestDatabase
let collector: Awaited<ReturnType<typeof startTraceCollector>>
let tracing: Tracing
const clock = createManualClock()
const started: Jobs[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  collector = await startTraceCollector()
  const about = { serviceName: 'test', sampler: 'always_on', share: 1, role: 'all', version: '1' }
  tracing = openOtlpTracing({ ...about, endpoint: collector.url, logger, sendEveryMs: 20 })
})
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop({ graceMs: 1000 })
})
afterAll(async () => {
  await tracing.close()
  await collector.close()
  await database.drop()
})

/** A process that works on this job. */
async function startWorker(
  job: JobDefinition<typeof Payload>,
  handler: JobHandler<typeof Payload>,
  options: RegisterOptions<typeof Payload> = {},
) {
  const jobs = createJobs({ database, bus: createInProcessBus(logger), clock, logger, works: true, tracing })
  started.push(jobs)
  jobs.register(job, handler, options)
  await jobs.prepare()
  await jobs.start()
  return jobs
}

const named =
  (name: string) =>
  (span: CollectedSpan): boolean =>
    span.name === name
const stored = async (name: string) =>
  (await database.pool.query('select data from heddle_jobs.job where name = $1', [name])).rows
const send = (jobs: Jobs, job: JobDefinition<typeof Payload>) =>
  traced(tracing, `asks for ${job.name}`, {}, () => database.transaction((tx) => jobs.send(job, { id: 1 }, { tx })))

it('a job is a span in the trace of what sent it, and its handler gets the payload as it was sent', async () => {
  const job = defineJob({ ...settings, name: 'traced' })
  const handled = Promise.withResolvers<unknown>()
  const jobs = await startWorker(job, async (payload) => handled.resolve([payload, currentTrace()]))

  await send(jobs, job)

  const [payload, place] = (await handled.promise) as [unknown, { spanId: string }]
  const [sender, attempt] = await collector.find(named('asks for traced'), named('job traced'))
  expect(payload).toEqual({ id: 1 })
  expect([attempt!.traceId, attempt!.parentSpanId, attempt!.spanId]).toEqual([
    sender!.traceId,
    sender!.spanId,
    place.spanId,
  ])
  expect(attempt!.attributes).toMatchObject({ 'heddle.attempt': 1 })
})

it('all jobs that are sent at once are spans of one trace', async () => {
  const job = defineJob({ ...settings, name: 'traced-many' })
  const jobs = await startWorker(job, async () => undefined)

  await traced(tracing, 'asks for many', {}, () => jobs.sendMany(job, [{ payload: { id: 1 } }, { payload: { id: 2 } }]))

  const [sender] = await collector.find(named('asks for many'))
  await expect
    .poll(() => collector.spans.filter(named('job traced-many')).map(({ parentSpanId }) => parentSpanId))
    .toEqual([sender!.spanId, sender!.spanId])
})

it('a job that fails is a failed span, and giving it up belongs to the same trace', async () => {
  const job = defineJob({ ...settings, name: 'traced-failing' })
  const failing = () => Promise.reject(new TypeError('the value nobody may know'))
  const told: unknown[] = []
  const jobs = await startWorker(job, failing, { onGivenUp: async (payload) => void told.push(payload) })

  await send(jobs, job)
  // Only polling finds what has been given up.
  const given = async () => {
    await clock.advance(2 * SECOND)
    return collector.spans.find(named('job traced-failing.given-up'))
  }
  await expect.poll(given).toBeDefined()

  const [sender, failed] = await collector.find(named('asks for traced-failing'), named('job traced-failing'))
  expect(failed!.status).toMatchObject({ message: 'TypeError' })
  expect([failed!.traceId, (await given())!.traceId]).toEqual([sender!.traceId, sender!.traceId])
  expect(told).toEqual([{ id: 1 }])
  expect(collector.text()).not.toContain('nobody may know')
})

it('a job that is sent outside of any trace is a trace of its own', async () => {
  const job = defineJob({ ...settings, name: 'traced-alone' })
  const jobs = await startWorker(job, async () => undefined)

  await jobs.send(job, { id: 1 })

  const [attempt] = await collector.find(named('job traced-alone'))
  expect(attempt!.parentSpanId ?? '').toBe('')
})

it('a job that says so carries no trace', async () => {
  const job = defineJob({ ...settings, name: 'untraced', isTraced: false })
  const handled = Promise.withResolvers<unknown>()
  const jobs = await startWorker(job, async () => handled.resolve(currentTrace()))

  await send(jobs, job)

  expect(await handled.promise).toBeUndefined()
  expect(await stored(job.name)).toEqual([{ data: { id: 1 } }])
})

it('where nothing is traced, the queue stores the payload alone', async () => {
  const job = defineJob({ ...settings, name: 'off' })
  const jobs = createJobs({
    database,
    bus: createInProcessBus(logger),
    clock: createManualClock(),
    logger,
    works: false,
    tracing: NO_TRACING,
  })
  started.push(jobs)
  jobs.register(job, async () => undefined)
  await jobs.prepare()

  await send(jobs, job)

  expect(await stored(job.name)).toEqual([{ data: { id: 1 } }])
})
