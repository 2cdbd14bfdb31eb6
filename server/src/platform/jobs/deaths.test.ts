import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createBoss } from './boss.ts'
import { createClaimer } from './claimer.ts'
import { defineJob, type JobDefinition, type JobContext } from './job.ts'
import { createJobs, type GivenUp, type Jobs } from './jobs.ts'
import { failAbandoned } from './queues.ts'

const logger = pino({ level: 'silent' })
const Payload = Type.Object({ id: Type.Integer() })

let database: TestDatabase
const bus = createInProcessBus(logger)
const started: Jobs[] = []
beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop({ graceMs: 0, lastWordsMs: 0 })
})
afterAll(() => database.drop())

const definition = (name: string, retries: number) =>
  defineJob({ name, payload: Payload, timeoutMs: MINUTE, retries, retryDelayMs: 1 })

type Setup = { readonly works?: boolean; readonly handler?: (context: JobContext) => Promise<void> }

async function startProcess(
  job: JobDefinition<typeof Payload>,
  { works = true, handler = () => Promise.resolve() }: Setup = {},
) {
  const begun: JobContext[] = []
  const ends: GivenUp[] = []
  const clock = createManualClock()
  const jobs = createJobs({ database, bus, clock, logger, works, libraryClock: clock })
  started.push(jobs)
  jobs.register(
    job,
    (_, context) => {
      begun.push(context)
      return handler(context)
    },
    { onGivenUp: async (_, end) => void ends.push(end) },
  )
  await jobs.prepare()
  await jobs.start()
  return { jobs, clock, begun, ends }
}

/** Retries at once: the database has its own clock. */
const bringForward = () => database.pool.query(`update heddle_jobs.job set start_after = now() where state = 'retry'`)

/** A process claims the job and dies; the next start, or the other processes, find what it left behind. */
async function dieAt(job: JobDefinition<typeof Payload>): Promise<void> {
  await bringForward()
  const dead = createBoss({ database, logger, works: false })
  await dead.start()
  expect((await createClaimer(dead, job).claim(1)).found).toHaveLength(1)
  if (database.kind === 'embedded') await failAbandoned(dead)
  else {
    await database.pool.query(
      `update heddle_jobs.job set heartbeat_on = now() - interval '31 seconds' where name = '${job.name}' and state = 'active'`,
    )
    await dead.supervise(job.name)
  }
  await dead.stop({ graceful: false, close: false })
}

/** Moves time on until it has happened. */
const until = async ({ clock }: { readonly clock: ReturnType<typeof createManualClock> }, happened: () => boolean) => {
  while (!happened()) {
    await bringForward()
    await clock.advance(2 * SECOND)
  }
}

describe('a job at which processes die', () => {
  it('begins once more after the first death, and is set aside after the second', async () => {
    const job = definition('poison', 5)
    const { jobs } = await startProcess(job, { works: false })
    await jobs.send(job, { id: 1 })
    await dieAt(job)
    await dieAt(job)
    await bringForward()

    const next = await startProcess(job)

    await until(next, () => next.ends.length > 0)
    expect(next.ends).toEqual([{ setAside: true }])
    expect(next.begun).toEqual([])
    const { rows } = await database.pool.query(`select state from heddle_jobs.job where name = 'poison'`)
    expect(rows).toEqual([{ state: 'failed' }])
  })

  it('is set aside also if the second death was its last attempt', async () => {
    const job = definition('last-attempt', 1)
    const { jobs } = await startProcess(job, { works: false })
    await jobs.send(job, { id: 1 })
    await dieAt(job)
    await dieAt(job)

    const next = await startProcess(job)

    await until(next, () => next.ends.length > 0)
    expect(next.ends).toEqual([{ setAside: true }])
  })

  it('is only given up if its last attempts failed otherwise', async () => {
    const job = definition('fails-too', 2)
    const { jobs } = await startProcess(job, { works: false })
    await jobs.send(job, { id: 1 })
    await dieAt(job)

    const next = await startProcess(job, { handler: () => Promise.reject(new Error('no')) })

    await until(next, () => next.ends.length > 0)
    expect(next.begun.map(({ deaths }) => deaths)).toEqual([1, 1])
    expect(next.ends).toEqual([{ setAside: false }])
  })

  it('counts no stop of its process', async () => {
    const job = definition('stopped', 5)
    const { jobs } = await startProcess(job, { works: false })
    await jobs.send(job, { id: 1 })
    await dieAt(job)
    const stopped = await startProcess(job, {
      handler: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error()))),
    })
    await until(stopped, () => stopped.begun.length > 0)
    await stopped.jobs.stop({ graceMs: 0 })

    const next = await startProcess(job)

    await until(next, () => next.begun.length > 0)
    expect(next.begun[0]).toMatchObject({ attempt: 3, deaths: 1 })
  })

  it('counts no process that was silent, but lives', async () => {
    const job = definition('silent', 5)
    const hung = await startProcess(job, { handler: () => new Promise<void>(() => undefined) })
    await hung.jobs.send(job, { id: 1 })
    await until(hung, () => hung.begun.length > 0)
    const supervisor = createBoss({ database, logger, works: false })
    await supervisor.start()
    await database.pool.query(
      `update heddle_jobs.job set heartbeat_on = now() - interval '31 seconds' where name = 'silent'`,
    )
    await supervisor.supervise(job.name)
    await database.pool.query(
      `update heddle_jobs.job set start_after = now() + interval '1 hour' where name = 'silent'`,
    )

    await hung.clock.advance(10 * SECOND)
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(`select output from heddle_jobs.job where name = 'silent'`)
      expect(rows).toEqual([{ output: { message: expect.stringContaining('lost touch') } }])
    })

    // It lives, so it would claim the job again itself.
    await hung.jobs.stop({ graceMs: 0, lastWordsMs: 0 })
    await bringForward()
    const [again] = (await createClaimer(supervisor, job).claim(1)).found
    await supervisor.stop({ graceful: false, close: false })
    expect(again).toMatchObject({ retryCount: 1, data: { id: 1 } })
  })
})
