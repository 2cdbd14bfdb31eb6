import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { collectAtRest, LOOK_MS } from './collect-at-rest.ts'

const MB = 1024 * 1024

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process that keeps 60 MB of what it holds. */
function start() {
  const state = { held: 100 * MB, busy: 0, collected: 0 }
  const collecting = collectAtRest({
    heldBytes: () => state.held,
    busy: () => state.busy,
    collect: () => {
      state.collected += 1
      state.held = 60 * MB
    },
  })
  onTestFinished(() => collecting.close())
  return state
}

/** Forty megabytes. */
const madeAndForgotten = () => new WeakRef(Array.from({ length: 5_000_000 }, (_, index) => index / 3))

describe('collecting at rest', () => {
  it('gives back what the start has left, once', () => {
    const state = start()

    vi.advanceTimersByTime(10 * LOOK_MS)

    expect(state).toMatchObject({ collected: 1, held: 60 * MB })
  })

  it('waits until nothing is going on', () => {
    const state = start()
    state.busy = 0.5
    vi.advanceTimersByTime(10 * LOOK_MS)
    expect(state.collected).toBe(0)

    state.busy = 0.001
    vi.advanceTimersByTime(LOOK_MS)

    expect(state.collected).toBe(1)
  })

  it('collects again once it is worth it', () => {
    const state = start()
    vi.advanceTimersByTime(LOOK_MS)

    state.held = 80 * MB
    vi.advanceTimersByTime(LOOK_MS)
    expect(state.collected).toBe(1)

    state.held = 90 * MB
    vi.advanceTimersByTime(LOOK_MS)
    expect(state.collected).toBe(2)
  })

  it('lets go of what nobody needs in this process', async () => {
    vi.useRealTimers()
    const forgotten = madeAndForgotten()
    const collecting = collectAtRest(undefined, 20)
    onTestFinished(() => collecting.close())

    await expect.poll(() => forgotten.deref() === undefined).toBe(true)
  })
})
