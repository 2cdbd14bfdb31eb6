import { pino } from 'pino'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { defineJob } from './job.ts'
import { createJobs } from './jobs.ts'

const logger = pino({ level: 'silent' })
const job = defineJob({ name: 'any', payload: Type.Object({}), timeoutMs: 1_000 })

// The embedded database has one process only.
it.skipIf(!process.env['TEST_DATABASE_URL'])(
  'processes that start together on an empty database all start',
  async () => {
    const database = await createTestDatabase()
    const processes = Array.from({ length: 6 }, () => {
      const jobs = createJobs({
        database,
        bus: createInProcessBus(logger),
        clock: createManualClock(),
        logger,
        works: true,
      })
      jobs.register(job, async () => undefined)
      return jobs
    })

    const starts = await Promise.allSettled(processes.map((jobs) => jobs.prepare()))

    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const jobs of processes) await jobs.stop({ graceMs: 0 })
    await database.drop()
  },
)
