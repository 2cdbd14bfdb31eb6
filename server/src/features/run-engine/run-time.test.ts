import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RunTime, type RunTimeLimits } from './run-time.ts'

function setUp(limits: RunTimeLimits) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const time = new RunTime(limits, () => Date.now())
  const failures: string[] = []
  time.onLate(({ message }) => failures.push(message))
  return { time, failures, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1000) }
}

describe('the time of a run', () => {
  it('is over when the run has taken it', () => {
    const { failures, pass } = setUp({ timeoutMs: 30_000 })

    pass(29.9)
    const before = failures.length
    pass(0.1)

    expect(before).toBe(0)
    expect(failures).toEqual([
      'The run took longer than 30 s. Narrow it with filters or a scope, or run it in the background.',
    ])
  })

  it('stands still while the run waits for its turn, which is said when it is late', () => {
    const { time, failures, pass } = setUp({ timeoutMs: 30_000 })
    const over = time.wait('user')
    pass(20)
    over()
    over()

    pass(29)
    const before = failures.length
    pass(1)

    expect([before, time.waitedMs()]).toEqual([0, 20_000])
    expect(failures[0]).toMatch(
      /^The run took longer than 30 s, besides 20 s of waiting for earlier runs of its user\./,
    )
  })

  it('stands still while all requests wait, and goes on while one is under way', () => {
    const { time, failures, pass } = setUp({ timeoutMs: 30_000 })
    const [one, other] = [time.request(), time.request()]
    one('waits')
    other('waits')
    pass(10)
    one('sends')
    pass(25)
    one('over')
    pass(10)
    other('sends')
    pass(4)
    const before = failures.length
    pass(1)

    expect([before, time.waitedMs()]).toEqual([0, 20_000])
    expect(failures[0]).toMatch(/besides 20 s of waiting for its turn at the controller/)
  })

  it('ends a run that waits longer than it may take, and says nothing about filters', () => {
    const { time, failures, pass } = setUp({ timeoutMs: 30_000 })
    time.request()('waits')

    pass(30)

    expect(failures).toEqual(['Waited 30 s for its turn at the controller, which did not come. Run it again later.'])
  })

  it('says what the run waits for now', () => {
    const { time } = setUp({ timeoutMs: 30_000 })
    time.request()('waits')
    const over = time.wait('memory')
    const during = time.waitsFor()
    over()

    expect([during, time.waitsFor()]).toEqual(['memory', 'controller'])
  })
})
