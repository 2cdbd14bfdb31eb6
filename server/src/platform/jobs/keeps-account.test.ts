import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/test-database.ts'
import { createBoss } from './boss.ts'
import { createClaimer } from './claimer.ts'
import { defineJob, type JobDefinition } from './job.ts'
import { createJobs } from './jobs.ts'

const logger = pino({ level: 'silent' })
const terms = { payload: Type.Object({ id: Type.Integer() }), timeoutMs: MINUTE, takesTurns: true }
const account = defineJob({ ...terms, name: 'keeps-account', keepsAccount: true })
const other = defineJob({ ...terms, name: 'keeps-none' })

describe.each(databaseKinds())('a job that keeps its own account, on %s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ kind })
  }, 120_000)
  afterAll(() => database.drop())

  async function sendAndClaim(job: JobDefinition<typeof account.payload>) {
    const bus = createInProcessBus(logger)
    const jobs = createJobs({ database, bus, clock: createManualClock(), logger, works: false })
    jobs.register(job, async () => undefined)
    await jobs.prepare()
    await jobs.send(job, { id: 1 })
    const boss = createBoss({ database, logger, works: false })
    await boss.start()
    const claimer = createClaimer(boss, job)
    const [claim] = (await claimer.claim(1)).found
    const stop = async () => {
      await boss.stop({ graceful: false, close: false })
      await jobs.stop({ graceMs: 0 })
    }
    return { claimer, claim: claim!, stop }
  }

  /** Whether all that was logged has reached the disk; and the setting that a statement finds. */
  async function look() {
    const { rows } = await database.pool.query<{ onDisk: boolean; setting: string }>(
      `select pg_current_wal_insert_lsn() = pg_current_wal_flush_lsn() as "onDisk",
              current_setting('synchronous_commit') as setting`,
    )
    return rows[0]!
  }
  const stateOf = async ({ id }: { readonly id: string }) =>
    (await database.pool.query<{ state: string }>('select state from heddle_jobs.job where id = $1', [id])).rows[0]
      ?.state

  it('is claimed and completed once, and only by who has it', async () => {
    const { claimer, claim, stop } = await sendAndClaim(account)

    await claimer.complete({ ...claim, retryCount: claim.retryCount + 1 })
    const lost = await stateOf(claim)
    await claimer.complete(claim)

    expect([lost, await stateOf(claim)]).toEqual(['active', 'completed'])
    expect(await claimer.claim(1)).toEqual({ found: [], leavesSome: false })
    await stop()
  })

  it('does not wait for the disk, unlike any other; and the next commit takes it there', async ({ skip }) => {
    if (kind !== 'embedded') skip('PostgreSQL has a process that writes its log')
    const { claimer, claim, stop } = await sendAndClaim(account)
    const claimed = await look()
    await claimer.complete(claim)
    const completed = await look()
    await stop()

    const next = await sendAndClaim(other)
    const after = await look()
    await next.stop()

    expect([claimed, completed, after]).toEqual([
      { onDisk: false, setting: 'on' },
      { onDisk: false, setting: 'on' },
      { onDisk: true, setting: 'on' },
    ])
  })
})
