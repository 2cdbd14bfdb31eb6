import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createServiceHealth, type Probes } from './service-health.ts'

const log: Record<string, unknown>[] = []
const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) })
const fine = async (): Promise<void> => undefined
const FINE: Probes = { database: fine, graph_store: fine, cache: fine, message_broker: fine }

function healthOf(probes: Partial<Probes>, timeoutMs = 60_000) {
  const clock = createManualClock('2026-03-02T09:00:00Z')
  return { clock, health: createServiceHealth({ probes: { ...FINE, ...probes }, clock, logger, timeoutMs }) }
}

it('says of each service whether it answered, and when', async () => {
  const { health } = healthOf({
    cache: async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:6379')
    },
  })

  const checks = await health.read()

  expect(checks.database).toEqual({
    status: 'healthy',
    checked_at: '2026-03-02T09:00:00.000+00:00',
    latency_ms: expect.any(Number),
    detail: null,
  })
  expect(checks.cache).toMatchObject({ status: 'unhealthy', detail: 'It refused or failed.' })
  // The address is for the log only.
  expect(log).toContainEqual(expect.objectContaining({ service: 'cache', msg: 'a service is unhealthy' }))
})

it('waits for no service longer than the limit, and does not send a second probe after one that hangs', async () => {
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const { clock, health } = healthOf({ graph_store: () => (asked++, answer.promise) }, 20)

  const first = await health.read()
  await clock.advance(5_000)
  const second = await health.read()
  answer.resolve()
  await expect.poll(async () => (await clock.advance(5_000), (await health.read()).graph_store.status)).toBe('healthy')

  expect([first, second].map(({ graph_store }) => graph_store)).toEqual([
    expect.objectContaining({ status: 'unhealthy', detail: 'No answer within 0.02 s.' }),
    expect.objectContaining({ status: 'unhealthy', detail: 'No answer within 0.02 s.' }),
  ])
  expect(first.database.status).toBe('healthy')
  expect(asked).toBe(2)
})

it('shares one check between callers for five seconds', async () => {
  let asked = 0
  const { clock, health } = healthOf({
    database: async () => {
      asked++
    },
  })

  await Promise.all([health.read(), health.read()])
  await clock.advance(4_999)
  await health.read()
  expect(asked).toBe(1)
  await clock.advance(1)
  await health.read()
  expect(asked).toBe(2)
})
