import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DatabaseProduct } from '../../adapters/database/product.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createBoss, JOBS_SCHEMA } from './boss.ts'

const logger = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query(`drop schema if exists ${JOBS_SCHEMA} cascade`)
})
afterAll(() => database.drop())

/** The life of two jobs, of which one is lost with its process, and every statement that this takes. */
async function runQueueOn(product: DatabaseProduct) {
  const boss = createBoss({ database: { pool: database.pool, product }, logger, works: false })
  const db = boss.getDb()
  const executeSql = db.executeSql.bind(db)
  const statements: string[] = []
  db.executeSql = (text, values) => {
    statements.push(text)
    return executeSql(text, values)
  }

  await boss.start()
  await boss.createQueue('lost', { retryLimit: 0, heartbeatSeconds: 10 })
  await boss.createQueue('usual', { policy: 'exclusive' })
  await boss.send('lost', {})
  await boss.send('usual', { id: 1 }, { singletonKey: 'one' })
  const dropped = await boss.send('usual', { id: 2 }, { singletonKey: 'one' })
  const [usual] = await boss.fetch('usual')
  await boss.complete('usual', usual!.id)
  await boss.fetch('lost')
  await database.pool.query(
    `update ${JOBS_SCHEMA}.job set heartbeat_on = now() - interval '1 minute' where name = 'lost'`,
  )
  await boss.supervise()
  const { rows } = await database.pool.query(`select name, state, data from ${JOBS_SCHEMA}.job order by name`)
  await boss.stop({ graceful: false, close: false })
  return { dropped, jobs: rows, advisory: statements.filter((text) => text.includes('advisory')).length }
}

const OUTCOME = {
  dropped: null,
  jobs: [
    { name: 'lost', state: 'failed', data: {} },
    { name: 'usual', state: 'completed', data: { id: 1 } },
  ],
}

it('takes no advisory lock on YugabyteDB, and works the same', async () => {
  expect(await runQueueOn('YugabyteDB')).toEqual({ ...OUTCOME, advisory: 0 })
})

it('on PostgreSQL, the library takes some of its own', async () => {
  const { advisory, ...outcome } = await runQueueOn('PostgreSQL')

  expect(outcome).toEqual(OUTCOME)
  expect(advisory).toBeGreaterThan(0)
})
