import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Lane } from '../../kernel/lane.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { defineJob, type JobDefinition } from './job.ts'
import { createJobs, type Jobs } from './jobs.ts'

const logger = pino({ level: 'silent' })
const Payload = Type.Object({ of: Type.String() })
const ALONE = { group: null }
const LANES: Readonly<Record<string, Lane>> = {
  viewer: { user: 1, ...ALONE },
  colleague: { user: 2, ...ALONE },
  // Groups are served in the order of their names.
  ann: { user: 3, group: 5 },
  ben: { user: 4, group: 5 },
  cid: { user: 5, group: 5 },
  dan: { user: 6, group: 6 },
}

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

const definition = (name: string, concurrency: number) =>
  defineJob({ name, payload: Payload, timeoutMs: MINUTE, concurrency, takesTurns: true })

type Run = { readonly of: string; readonly end: () => void }

/** A process whose clock stops: a job starts only because it was sent, or another one has ended. */
async function startProcess(job: JobDefinition<typeof Payload>, works = true) {
  const running: Run[] = []
  const begun: string[] = []
  const events = new EventEmitter()
  const jobs = createJobs({ database, bus, clock: createManualClock(), logger, works })
  started.push(jobs)
  jobs.register(job, ({ of }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      running.splice(running.indexOf(run), 1)
      resolve()
    }
    const run = { of, end }
    running.push(run)
    begun.push(of)
    events.emit('begun')
    return promise
  })
  await jobs.prepare()
  const reached = async (count: number): Promise<void> => {
    while (begun.length < count) await once(events, 'begun')
  }
  /** Ends the oldest run of somebody; the place goes to the next in turn. */
  const pass = async (of: string): Promise<string> => {
    running.find((run) => run.of === of)!.end()
    await reached(begun.length + 1)
    return begun.at(-1)!
  }
  const holds = (of: string) => running.filter((run) => run.of === of).length
  return { jobs, start: jobs.start, begun, reached, pass, holds }
}

const send = (jobs: Jobs, job: JobDefinition<typeof Payload>, names: readonly string[]) =>
  jobs.sendMany(
    job,
    names.map((of) => ({ payload: { of }, ...(LANES[of] && { lane: LANES[of] }) })),
  )
const times = (count: number, name: string) => Array.from({ length: count }, () => name)

describe('jobs that take turns', () => {
  it("of another user begin with the next free place, and one user's end with half of them", async () => {
    const job = definition('half', 4)
    const { jobs, start, reached, pass, holds } = await startProcess(job)
    await send(jobs, job, times(20, 'viewer'))
    await start()
    await reached(4)
    expect(holds('viewer')).toBe(4)
    await send(jobs, job, times(3, 'colleague'))

    const places = [await pass('viewer'), await pass('viewer'), await pass('viewer')]

    expect(places).toEqual(['colleague', 'colleague', 'viewer'])
    expect([holds('viewer'), holds('colleague')]).toEqual([2, 2])
    // Half is the most while somebody waits, and no limit while nobody does.
    expect(await pass('colleague')).toBe('colleague')
    expect(await pass('colleague')).toBe('viewer')
    expect(holds('viewer')).toBe(3)
  })

  it('go round by group, and in a group by user', async () => {
    const job = definition('groups', 1)
    const { jobs, start, begun, reached, pass } = await startProcess(job)
    await send(jobs, job, ['ann', 'ann', 'ann', 'ben', 'ben', 'cid', 'dan', 'dan', 'dan', 'dan'])
    await start()
    await reached(1)

    for (let place = 1; place < 10; place++) await pass(begun.at(-1)!)

    expect(begun).toEqual(['ann', 'dan', 'ben', 'dan', 'cid', 'dan', 'ann', 'dan', 'ben', 'ann'])
  })

  it('include those that were sent without a lane', async () => {
    const job = definition('no-lane', 1)
    const { jobs, start, begun, reached, pass } = await startProcess(job)
    await send(jobs, job, ['viewer', 'nobody', 'viewer', 'nobody'])
    await start()
    await reached(1)

    for (let place = 1; place < 4; place++) await pass(begun.at(-1)!)

    expect(begun.toSorted()).toEqual(['nobody', 'nobody', 'viewer', 'viewer'])
    expect(begun.slice(0, 2).toSorted()).toEqual(['nobody', 'viewer'])
  })

  it('begin once each, in several processes that give turns', async () => {
    const job = definition('processes', 2)
    const processes = [await startProcess(job), await startProcess(job), await startProcess(job)]
    const names = [...times(30, 'viewer'), ...times(4, 'colleague'), ...times(4, 'ann')]
    await send(processes[0]!.jobs, job, names)
    await Promise.all(processes.map(({ start }) => start()))

    const ends = processes.map(async ({ begun, reached, pass }) => {
      await reached(2)
      while (begun.length < 10) await pass(begun.at(-2)!)
    })
    await Promise.all(ends)

    const begun = processes.flatMap((process) => process.begun)
    expect(begun.filter((of) => of !== 'viewer')).toHaveLength(8)
    expect(begun).toHaveLength(30)
    const { rows } = await database.pool.query(
      `select count(*)::int as left from heddle_jobs.job where name = 'processes' and state = 'created'`,
    )
    expect(rows).toEqual([{ left: names.length - 30 }])
  })
})
