import { describe, expect, it } from 'vitest'
import { afterFiring } from './after-firing.ts'

describe('afterFiring', () => {
  it('forgets all failures with a success', () => {
    const state = afterFiring({ ok: true, failureStreak: 7, forgivenFailures: 5, pauseAfterFailures: 10 })

    expect(state).toEqual({ failureStreak: 0, forgivenFailures: 0, pauses: false, backOffMs: 0 })
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 2],
    [4, 4],
    [5, 8],
    [6, 16],
    [7, 32],
    [8, 60],
    [9, 60],
    [5_000, 60],
  ])('after failure %i in a row backs off for %i minutes', (failures, minutes) => {
    const state = afterFiring({ ok: false, failureStreak: failures - 1, forgivenFailures: 0, pauseAfterFailures: 0 })

    expect(state).toEqual({ failureStreak: failures, forgivenFailures: 0, pauses: false, backOffMs: minutes * 60_000 })
  })

  it.each([
    [8, 0, 10, false],
    [9, 0, 10, true],
    [10, 0, 10, true],
    [0, 0, 1, true],
    [10, 10, 10, false],
    [18, 10, 10, false],
    [19, 10, 10, true],
    [5_000, 0, 0, false],
  ])(
    'with %i failures, %i of them forgiven, and a limit of %i, decides whether to pause: %s',
    (failureStreak, forgivenFailures, pauseAfterFailures, pauses) => {
      expect(afterFiring({ ok: false, failureStreak, forgivenFailures, pauseAfterFailures }).pauses).toBe(pauses)
    },
  )

  it('starts the back-off over after a resumption', () => {
    const first = afterFiring({ ok: false, failureStreak: 10, forgivenFailures: 10, pauseAfterFailures: 10 })

    expect(first).toEqual({ failureStreak: 11, forgivenFailures: 10, pauses: false, backOffMs: 0 })
  })
})
