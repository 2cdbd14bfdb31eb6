import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import { createSystemClock } from './clock.ts'
import { DAY, HOUR, MINUTE } from './durations.ts'

describe('the manual clock', () => {
  it('runs due timers in order, each at its own time', async () => {
    const clock = createManualClock('2026-03-02T09:00:00Z')
    const seen: string[] = []
    clock.setTimer(() => void seen.push(`late ${clock.now().toISOString()}`), 2 * HOUR)
    clock.setTimer(() => void seen.push(`early ${clock.now().toISOString()}`), HOUR)
    clock.setTimer(() => void seen.push('too late'), 4 * HOUR)

    await clock.advance(3 * HOUR)

    expect(seen).toEqual(['early 2026-03-02T10:00:00.000Z', 'late 2026-03-02T11:00:00.000Z'])
    expect(clock.now().toISOString()).toBe('2026-03-02T12:00:00.000Z')
    expect(clock.pendingTimers()).toBe(1)
  })

  it('waits for a task before continuing, and runs the timers that the task sets', async () => {
    const clock = createManualClock()
    const seen: string[] = []
    clock.setTimer(async () => {
      await Promise.resolve()
      seen.push('first')
      clock.setTimer(() => void seen.push('set by first'), MINUTE)
    }, MINUTE)
    clock.setTimer(() => void seen.push('second'), 3 * MINUTE)

    await clock.advance(5 * MINUTE)

    expect(seen).toEqual(['first', 'set by first', 'second'])
  })

  it('repeats until cancelled, even from inside the task', async () => {
    const clock = createManualClock()
    let runs = 0
    const timer = clock.repeat(() => {
      runs += 1
      if (runs === 3) timer.cancel()
    }, MINUTE)

    await clock.advance(HOUR)

    expect(runs).toBe(3)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('keeps repeating after a failed run', async () => {
    const clock = createManualClock()
    let runs = 0
    clock.repeat(() => {
      runs += 1
      throw new Error('no')
    }, MINUTE)

    await expect(clock.advance(MINUTE)).rejects.toThrow('no')
    await expect(clock.advance(MINUTE)).rejects.toThrow('no')

    expect(runs).toBe(2)
  })
})

describe('a leap of the manual clock', () => {
  it('runs each overdue timer once, in order, at the end of the leap', async () => {
    const clock = createManualClock('2026-03-02T09:00:00Z')
    const ran: string[] = []
    const note = (what: string) => () => void ran.push(`${what} at ${clock.now().toISOString()}`)
    clock.setTimer(note('later'), 2 * MINUTE)
    clock.repeat(note('again'), MINUTE)

    await clock.leap(DAY)

    expect(ran).toEqual(['again at 2026-03-03T09:00:00.000Z', 'later at 2026-03-03T09:00:00.000Z'])
  })
})

describe('the system clock', () => {
  it('passes the failure of a task to its owner instead of ending the process', async () => {
    const failures = Promise.withResolvers<unknown>()
    const clock = createSystemClock(failures.resolve)

    clock.setTimer(() => Promise.reject(new Error('failed later')), 0)

    await expect(failures.promise).resolves.toMatchObject({ message: 'failed later' })
  })

  it('does not run a timer early when its delay exceeds the maximum of the runtime', async () => {
    const clock = createSystemClock((error) => expect(error).toBeUndefined())
    const order: string[] = []
    const far = clock.setTimer(() => void order.push('in forty days'), 40 * DAY)

    await new Promise<void>((resolve) => clock.setTimer(resolve, 5))
    far.cancel()

    expect(order).toEqual([])
  })
})
