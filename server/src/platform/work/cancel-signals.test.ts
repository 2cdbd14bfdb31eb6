import { pino } from 'pino'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import { SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createEvents, defineEvent } from '../events/events.ts'
import { createCancelSignals } from './cancel-signals.ts'

const cancelRequested = defineEvent('cancel-requested', Type.Object({ id: Type.String() }))
const logger = pino({ level: 'silent' })

/** One process, and a store that knows what was cancelled. */
function createProcess() {
  const clock = createManualClock()
  const events = createEvents(createInProcessBus(logger), logger)
  const cancelled = new Set<string>()
  const polled: string[][] = []
  const store = { isAway: false }
  const signals = createCancelSignals<{ id: string; claim?: string }, typeof cancelRequested.schema>({
    event: cancelRequested,
    idOf: ({ id }) => id,
    reason: () => 'by event',
    poll: async (all) => {
      polled.push(all.map(({ id }) => id))
      if (store.isAway) throw new Error('the database is away')
      for (const one of all) if (cancelled.has(one.claim ?? one.id)) one.stop('by poll')
    },
    pollEveryMs: SECOND,
    events,
    clock,
    logger,
  })
  signals.listen()
  return {
    ...signals,
    clock,
    cancelled,
    polled,
    store,
    publish: (id: string) => events.publish(cancelRequested, { id }),
  }
}

describe('the signal of a piece of work', () => {
  it('aborts at the event, with its reason, and leaves other work alone', async () => {
    const process = createProcess()
    const [mine, other] = [process.begin({ id: 'a' }), process.begin({ id: 'b' })]

    await process.publish('a')

    expect([mine.signal.aborted, mine.signal.reason]).toEqual([true, 'by event'])
    expect(other.signal.aborted).toBe(false)
  })

  it('aborts at the next poll when the event got lost', async () => {
    const process = createProcess()
    const { signal } = process.begin({ id: 'a' })
    process.cancelled.add('a')

    await process.clock.advance(SECOND - 1)
    const before = signal.aborted
    await process.clock.advance(1)

    expect([before, signal.aborted, signal.reason]).toEqual([false, true, 'by poll'])
  })

  it('survives a poll that fails', async () => {
    const process = createProcess()
    const { signal } = process.begin({ id: 'a' })
    process.cancelled.add('a')

    process.store.isAway = true
    await process.clock.advance(SECOND)
    process.store.isAway = false
    await process.clock.advance(SECOND)

    expect(signal.aborted).toBe(true)
  })

  it('can be aborted by the work itself; the first reason stays', async () => {
    const process = createProcess()
    const { signal, stop } = process.begin({ id: 'a' })

    stop('lost')
    await process.publish('a')

    expect(signal.reason).toBe('lost')
  })

  it('tells two attempts at the same thing apart', async () => {
    const process = createProcess()
    const [earlier, later] = [process.begin({ id: 'a', claim: '1' }), process.begin({ id: 'a', claim: '2' })]
    process.cancelled.add('1')

    await process.clock.advance(SECOND)
    earlier.done()
    const laterAfterPoll = later.signal.aborted
    await process.publish('a')

    expect([earlier.signal.aborted, laterAfterPoll, later.signal.aborted]).toEqual([true, false, true])
  })
})

describe('polling', () => {
  it('reads the store once for all work, and only while there is some', async () => {
    const process = createProcess()
    await process.clock.advance(SECOND)
    const [one, two] = [process.begin({ id: 'a' }), process.begin({ id: 'b' })]

    await process.clock.advance(SECOND)
    one.done()
    await process.clock.advance(SECOND)
    two.done()
    await process.clock.advance(SECOND)

    expect(process.polled).toEqual([['a', 'b'], ['b']])
    expect(process.clock.pendingTimers()).toBe(0)
  })

  it('does not abort work that is done', async () => {
    const process = createProcess()
    const { signal, done } = process.begin({ id: 'a' })
    done()

    await process.publish('a')

    expect(signal.aborted).toBe(false)
  })
})
