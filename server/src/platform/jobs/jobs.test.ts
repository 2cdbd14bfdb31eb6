import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { statementsBesides } from '../../testing/statements-of.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { readInstanceSetting, writeInstanceSetting } from '../instance/instance-settings.ts'
import { createBoss } from './boss.ts'
import { defineJob, type JobDefinition, type JobContext } from './job.ts'
import { createJobs, type Jobs } from './jobs.ts'

const logger = pino({ level: 'silent' })
const Payload = Type.Object({ id: Type.Integer() })
const settings = { payload: Payload, timeoutMs: MINUTE }

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

type Setup = { readonly works?: boolean; readonly clock?: ManualClock; readonly stopping?: AbortSignal }

/** A process whose clock stops, so that a job starts only by a wake-up, not by polling. */
function createProcess({ works = true, clock = createManualClock(), ...stop }: Setup = {}): Jobs {
  const jobs = createJobs({ database, bus, clock, logger, works, libraryClock: clock, ...stop })
  started.push(jobs)
  return jobs
}

async function startProcess(register: (jobs: Jobs) => void, setup: Setup = {}): Promise<Jobs> {
  const jobs = createProcess(setup)
  register(jobs)
  await jobs.prepare()
  await jobs.start()
  return jobs
}

type Begun = { readonly id: number; readonly context: JobContext; readonly letGo: () => void }

/** A handler that waits to be let go. */
function createGate() {
  const begun: Begun[] = []
  const events = new EventEmitter()
  const handler = ({ id }: { id: number }, context: JobContext): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push({ id, context, letGo: resolve })
    events.emit('begun')
    return promise
  }
  const reached = async (count: number): Promise<void> => {
    while (begun.length < count) await once(events, 'begun')
  }
  return { begun, handler, reached }
}

/** Moves time on until it has happened. The database has its own clock, so jobs delayed there are brought forward. */
async function passTime(clock: ManualClock, hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) {
    await database.pool.query(`update heddle_jobs.job set start_after = now() where state = 'retry'`)
    await database.pool.query('update heddle_jobs.version set cron_on = null')
    await clock.advance(2 * SECOND)
  }
}

const ids = (begun: readonly { readonly id: number }[]) => begun.map(({ id }) => id)

describe('a job', () => {
  it('starts as soon as it is sent, with its payload', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'at-once' })
    const jobs = await startProcess((registry) => registry.register(job, handler))

    const jobId = await jobs.send(job, { id: 7 })

    await reached(1)
    expect(begun[0]).toMatchObject({ id: 7, context: { attempt: 1, jobId } })
    begun[0]?.letGo()
  })

  it('has the queue read once where none is left behind it', async () => {
    const job = defineJob({ ...settings, name: 'the-only-one' })
    const jobs = await startProcess((registry) => registry.register(job, async () => undefined))
    const stateOf = async (id: string | undefined): Promise<string> =>
      (await database.pool.query('select state from heddle_jobs.job where id = $1', [id])).rows[0].state

    const statements = await statementsBesides(database.pool, async () => {
      const id = await jobs.send(job, { id: 1 })
      await expect.poll(() => stateOf(id)).toBe('completed')
      // What its end began would come before this.
      await stateOf(id)
    })

    expect(statements.filter((text) => text.includes('for update of j skip locked'))).toHaveLength(1)
  })

  it('sent in a transaction starts when that commits, and sees its data', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const job = defineJob({ ...settings, name: 'with-the-data' })
    const readMark = () => readInstanceSetting(database.db, 'mark')
    const jobs = await startProcess((registry) => registry.register(job, async () => resolve(await readMark())))

    await database.transaction(async (tx) => {
      await jobs.send(job, { id: 1 }, { tx })
      await writeInstanceSetting(tx, 'mark', 'committed')
    })

    expect(await promise).toBe('committed')
  })

  it('sent in a transaction that rolls back never exists', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'rolled-back' })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    const failing = database.transaction(async (tx) => {
      await jobs.send(job, { id: 1 }, { tx })
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    await jobs.send(job, { id: 2 })

    await reached(1)
    expect(ids(begun)).toEqual([2])
    begun[0]?.letGo()
  })

  it('is sent in a transaction by a process that has not read its queue yet', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'unread-queue', concurrency: 2 })
    await startProcess((registry) => registry.register(job, handler))
    const fresh = createProcess({ works: false })

    await database.transaction(async (tx) => {
      await fresh.send(job, { id: 1 }, { tx })
    })
    await database.transaction(async (tx) => {
      await createProcess({ works: false }).sendMany(job, [{ payload: { id: 2 } }], { tx })
    })

    await reached(2)
    expect(ids(begun).toSorted()).toEqual([1, 2])
    for (const { letGo } of begun) letGo()
  })

  it('waits for its start time and is then found by polling', async () => {
    const clock = createManualClock()
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'later' })
    const jobs = await startProcess((registry) => registry.register(job, handler), { clock })

    await jobs.send(job, { id: 1 }, { startAfter: new Date(Date.now() + HOUR) })
    await jobs.send(job, { id: 2 })
    await reached(1)
    expect(ids(begun)).toEqual([2])
    begun[0]?.letGo()
    await database.pool.query(
      `update heddle_jobs.job set start_after = now() where name = 'later' and state = 'created'`,
    )

    await passTime(clock, () => begun.length === 2)
    expect(ids(begun)).toEqual([2, 1])
    begun[1]?.letGo()
  })

  it('sent by a process that only sends is run by one that works', async () => {
    const { begun, handler, reached } = createGate()
    const here = createGate()
    const job = defineJob({ ...settings, name: 'elsewhere' })
    const api = await startProcess((registry) => registry.register(job, here.handler), { works: false })
    await startProcess((registry) => registry.register(job, handler))

    await api.send(job, { id: 3 })

    await reached(1)
    expect(ids(begun)).toEqual([3])
    expect(here.begun).toEqual([])
    begun[0]?.letGo()
  })

  it('gets its queue created once by processes that start together', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'together' })
    const processes = [createProcess(), createProcess(), createProcess({ works: false })]
    for (const jobs of processes) jobs.register(job, handler, { onGivenUp: async () => undefined })

    await Promise.all(processes.map((jobs) => jobs.prepare()))
    await Promise.all(processes.map((jobs) => jobs.start()))
    await processes[2]?.send(job, { id: 1 })

    await reached(1)
    expect(ids(begun)).toEqual([1])
    begun[0]?.letGo()
  })

  it('runs once, however many processes poll for work', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'once', concurrency: 3 })
    const register = (registry: Jobs) =>
      registry.register(job, (payload, context) => {
        void handler(payload, context)
        return Promise.resolve()
      })
    const first = await startProcess(register)
    await startProcess(register)
    const wanted = Array.from({ length: 40 }, (_, index) => index)

    await Promise.all(wanted.map((id) => first.send(job, { id })))

    await reached(40)
    expect(ids(begun).toSorted((a, b) => a - b)).toEqual(wanted)
  })

  it('runs concurrently up to its limit, and the next one starts when one ends', async () => {
    const clock = createManualClock()
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'two-at-once', concurrency: 2 })
    const jobs = await startProcess((registry) => registry.register(job, handler), { clock })

    for (const id of [1, 2, 3, 4]) await jobs.send(job, { id })
    await reached(2)
    await clock.advance(10 * SECOND)
    await database.ping()
    const atFirst = ids(begun)
    begun[0]?.letGo()
    await reached(3)

    expect(atFirst.toSorted()).toEqual([1, 2])
    for (const { letGo } of begun) letGo()
    await reached(4)
    expect(ids(begun).toSorted()).toEqual([1, 2, 3, 4])
    begun[3]?.letGo()
  })

  it('is rejected with a payload of another shape', async () => {
    const job = defineJob({ ...settings, name: 'shape' })
    const jobs = await startProcess((registry) => registry.register(job, async () => undefined))

    await expect(jobs.send(job, { id: 1.5 })).rejects.toThrow('shape: the payload does not match the job')
    await expect(jobs.send(job, { id: 1 }, { singletonKey: 'x' })).rejects.toThrow(
      'shape: only exclusive jobs have a singletonKey',
    )
  })
})

describe('many jobs sent at once', () => {
  it('exist when their transaction commits, and wake the worker', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'many', concurrency: 5 })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    const send = (numbers: number[], fails = false) =>
      database.transaction(async (tx) => {
        await jobs.sendMany(
          job,
          numbers.map((id) => ({ payload: { id } })),
          { tx },
        )
        if (fails) throw new Error('rolled back')
      })

    await expect(send([7, 8], true)).rejects.toThrow('rolled back')
    await send([1, 2, 3])
    await jobs.sendMany(job, [])

    await reached(3)
    expect(ids(begun).toSorted()).toEqual([1, 2, 3])
    for (const { letGo } of begun) letGo()
  })

  it('skip exclusive jobs that already wait or run', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'many-exclusive', exclusive: true, concurrency: 5 })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    const send = (...keys: string[]) =>
      jobs.sendMany(
        job,
        keys.map((key) => ({ payload: { id: Number(key) }, singletonKey: key })),
      )
    await send('1')

    await send('1', '2', '2')

    await reached(2)
    expect(ids(begun).toSorted()).toEqual([1, 2])
    for (const { letGo } of begun) letGo()
    await expect(jobs.sendMany(job, [{ payload: { id: 1.5 }, singletonKey: '3' }])).rejects.toThrow(
      'the payload does not match',
    )
  })
})

describe('an exclusive job', () => {
  it('is dropped while one with the same key waits or runs, but not afterwards', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'exclusive', exclusive: true, concurrency: 5 })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    const send = (singletonKey: string) => jobs.send(job, { id: 1 }, { singletonKey })

    const first = await send('a')
    const whileWaiting = await send('a')
    const other = await send('b')
    await reached(2)
    const whileRunning = await send('a')
    for (const { letGo } of begun) letGo()
    let afterwards = await send('a')
    while (afterwards === undefined) afterwards = await send('a')

    expect([typeof first, whileWaiting, typeof other, whileRunning, typeof afterwards]).toEqual([
      'string',
      undefined,
      'string',
      undefined,
      'string',
    ])
    await reached(3)
    begun[2]?.letGo()
  })

  it('that is dropped does not affect the transaction of its sender', async () => {
    const { handler } = createGate()
    const job = defineJob({ ...settings, name: 'exclusive-in-transaction', exclusive: true })
    const jobs = await startProcess((registry) => registry.register(job, handler), { works: false })
    await jobs.send(job, { id: 1 }, { singletonKey: 'a' })

    const result = await database.transaction(async (tx) => {
      const dropped = await jobs.send(job, { id: 2 }, { tx, singletonKey: 'a' })
      return { dropped, other: await jobs.send(job, { id: 3 }, { tx, singletonKey: 'b' }) }
    })

    expect(result).toEqual({ dropped: undefined, other: expect.any(String) })
  })
})

describe('a job that fails', () => {
  it('is retried as often as it says, then reported as given up', async () => {
    const clock = createManualClock()
    const attempts: number[] = []
    const givenUp: unknown[] = []
    const job = defineJob({ ...settings, name: 'failing', retries: 1 })
    const handler = async (_: unknown, { attempt }: JobContext) => {
      attempts.push(attempt)
      throw new Error('broken')
    }
    const jobs = await startProcess(
      (registry) => registry.register(job, handler, { onGivenUp: async (payload) => void givenUp.push(payload) }),
      { clock },
    )

    await jobs.send(job, { id: 5 })

    await passTime(clock, () => givenUp.length > 0)
    expect(givenUp).toEqual([{ id: 5 }])
    expect(attempts).toEqual([1, 2])
  })

  it('is reported as given up until the listener succeeds', async () => {
    const clock = createManualClock()
    let reports = 0
    const job = defineJob({ ...settings, name: 'failing-listener' })
    const onGivenUp = async () => {
      reports += 1
      if (reports === 1) throw new Error('not now')
    }
    const jobs = await startProcess(
      (registry) => registry.register(job, () => Promise.reject(new Error('broken')), { onGivenUp }),
      {
        clock,
      },
    )

    await jobs.send(job, { id: 5 })

    await passTime(clock, () => reports > 1)
    expect(reports).toBe(2)
  })

  it('is aborted and fails when it takes too long, and frees its slot', async () => {
    const clock = createManualClock()
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'slow', timeoutMs: 30 * SECOND })
    const jobs = await startProcess((registry) => registry.register(job, handler), { clock })
    await jobs.send(job, { id: 1 })
    await jobs.send(job, { id: 2 })
    await reached(1)

    await clock.advance(30 * SECOND)
    const reason: unknown = begun[0]?.context.signal.reason
    await clock.advance(5 * SECOND)

    expect(reason).toMatchObject({ message: 'took longer than 30000 ms' })
    await reached(2)
    expect(ids(begun)).toEqual([1, 2])
    begun[1]?.letGo()
  })
})

describe('a process that stops', () => {
  it('claims no more jobs and waits for running ones', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'drained' })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    await jobs.send(job, { id: 1 })
    await reached(1)

    const stopping = jobs.stop({ graceMs: 10 * SECOND })
    await jobs.send(job, { id: 2 })
    begun[0]?.letGo()
    await stopping

    expect(ids(begun)).toEqual([1])
    expect(begun[0]?.context.signal.aborted).toBe(false)
    await startProcess((registry) => registry.register(job, handler))
    await reached(2)
    expect(ids(begun)).toEqual([1, 2])
    begun[1]?.letGo()
  })

  it('aborts jobs that do not end in time, and another process retries them', async () => {
    const clock = createManualClock()
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'handed-back', retries: 1 })
    const jobs = await startProcess((registry) => registry.register(job, handler))
    await jobs.send(job, { id: 1 })
    await reached(1)

    await jobs.stop({ graceMs: 0, lastWordsMs: 0 })
    await startProcess((registry) => registry.register(job, handler), { clock })

    expect(begun[0]?.context.signal.reason).toMatchObject({ message: 'the process is stopping' })
    await passTime(clock, () => begun.length > 1)
    expect(begun[1]?.context.attempt).toBe(2)
    begun[1]?.letGo()
  })

  it('uses up no attempt of its jobs', async () => {
    const { begun, handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'deployed', retries: 0 })
    const register = (registry: Jobs) => registry.register(job, handler)
    const first = await startProcess(register)
    await first.send(job, { id: 1 })
    await reached(1)

    await first.stop({ graceMs: 0, lastWordsMs: 0 })
    await startProcess(register)
    await reached(2)

    expect(begun.map(({ context }) => context.attempt)).toEqual([1, 2])
    begun[1]?.letGo()
  })

  it('hands a job back only so often', async () => {
    const clock = createManualClock()
    const { handler, reached } = createGate()
    const job = defineJob({ ...settings, name: 'deadly', retries: 0 })
    let isGivenUp = false
    const register = (registry: Jobs) =>
      registry.register(job, handler, { onGivenUp: async () => void (isGivenUp = true) })
    const first = await startProcess(register)
    await first.send(job, { id: 1 })
    await reached(1)
    await database.pool.query('update heddle_jobs.job set retry_limit = $1 where name = $2', [20, job.name])

    await first.stop({ graceMs: 0, lastWordsMs: 0 })
    await startProcess(register, { clock })

    await passTime(clock, () => isGivenUp)
  })

  it('claims nothing from the moment that its stop begins, while requests still drain', async () => {
    const clock = createManualClock()
    const { begun, handler } = createGate()
    const job = defineJob({ ...settings, name: 'draining' })
    const stopping = new AbortController()
    const jobs = await startProcess((registry) => registry.register(job, handler), { clock, stopping: stopping.signal })

    stopping.abort()
    await jobs.send(job, { id: 1 })
    await clock.advance(MINUTE)

    expect(begun).toEqual([])
    await startProcess((registry) => registry.register(job, handler), { clock })
    await passTime(clock, () => begun.length > 0)
    begun[0]?.letGo()
  })

  it('leaves no timer behind', async () => {
    // The database's driver keeps one for each connection that is idle.
    const timers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length - database.pool.idleCount
    const clock = createManualClock()
    const job = defineJob({ ...settings, name: 'tidy' })
    const before = timers()
    const jobs = await startProcess(
      (registry) => registry.register(job, async () => undefined, { onGivenUp: async () => undefined }),
      {
        clock,
      },
    )
    const during = clock.pendingTimers()

    await jobs.stop({ graceMs: SECOND })

    expect(during).toBeGreaterThan(0)
    expect(clock.pendingTimers()).toBe(0)
    expect(timers()).toBeLessThanOrEqual(before)
  })
})

describe('a process that dies', () => {
  /** Claims a job and then goes silent. */
  async function dieWith(job: JobDefinition): Promise<void> {
    const dead = createBoss({ database, logger, works: false })
    await dead.start()
    await dead.fetch(job.name)
    await dead.stop({ graceful: false, close: false })
  }

  async function leaveOrphan(name: string) {
    const gate = createGate()
    const clock = createManualClock()
    const job = defineJob({ ...settings, name, retries: 1 })
    const register = (registry: Jobs) => registry.register(job, gate.handler)
    const sender = await startProcess(register, { works: false })
    await sender.send(job, { id: 1 })
    await dieWith(job)
    return { ...gate, clock, job, start: () => startProcess(register, { clock }) }
  }

  it('leaves its jobs to the next start, on a single-process database', async ({ skip }) => {
    skip(database.kind !== 'embedded', 'on PostgreSQL other processes may be alive')
    const { begun, clock, start } = await leaveOrphan('orphan')

    await start()

    await passTime(clock, () => begun.length > 0)
    expect(begun[0]?.context.attempt).toBe(2)
    begun[0]?.letGo()
  })

  it('leaves its jobs to the others after half a minute without a heartbeat', async () => {
    const { begun, clock, job, start } = await leaveOrphan('silent')
    const supervisor = createBoss({ database, logger, works: true })
    await supervisor.start()
    await database.pool.query(
      `update heddle_jobs.job set heartbeat_on = now() - interval '31 seconds' where name = 'silent'`,
    )

    await supervisor.supervise(job.name)
    await supervisor.stop({ graceful: false, close: false })
    await start()

    await passTime(clock, () => begun.length > 0)
    expect(begun[0]?.context.attempt).toBe(2)
    begun[0]?.letGo()
  })

  it('and comes back after another one has taken over gets its signal aborted', async () => {
    const { begun, clock, job, start } = await leaveOrphan('late')
    await database.pool.query(`update heddle_jobs.job set state = 'created', started_on = null where name = 'late'`)
    const jobs = await start()
    await passTime(clock, () => begun.length > 0)

    await database.pool.query(`update heddle_jobs.job set retry_count = retry_count + 1 where name = '${job.name}'`)
    await clock.advance(10 * SECOND)

    expect(begun[0]?.context.signal.reason).toMatchObject({ message: 'another process took the job over' })
    begun[0]?.letGo()
    await jobs.stop({ graceMs: SECOND })
  })
})

describe('upkeep', () => {
  it('is sent on schedule, once for all processes', async () => {
    const { begun, handler } = createGate()
    const job = defineJob({ name: 'upkeep', payload: Type.Object({}), timeoutMs: MINUTE, concurrency: 2 })
    const clock = createManualClock()
    const register = (registry: Jobs) => {
      registry.register(job, (_, context) => handler({ id: 0 }, context))
      registry.schedule(job, '* * * * *', {})
    }

    await startProcess(register, { clock })
    await startProcess(register, { clock })

    await passTime(clock, () => begun.length > 0)
    const { rows } = await database.pool.query(`select 1 from heddle_jobs.job where name = 'upkeep'`)
    expect(rows).toHaveLength(1)
    begun[0]?.letGo()
  })

  it('is unscheduled once no version registers it', async () => {
    await startProcess((registry) => {
      const job = defineJob({ name: 'other-upkeep', payload: Type.Object({}), timeoutMs: MINUTE })
      registry.register(job, async () => undefined)
      registry.schedule(job, '0 4 * * *', {})
    })

    const { rows } = await database.pool.query('select name from heddle_jobs.schedule')

    expect(rows).toEqual([{ name: 'other-upkeep' }])
  })
})
