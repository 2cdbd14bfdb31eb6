import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { collectAtRest, LOOK_MS, nativeMemory, nowAndThen } from './collect-at-rest.ts'

const MB = 1024 * 1024

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process that keeps 60 MB of what it holds. */
function start() {
  const state = { held: 100 * MB, busy: 0, collected: 0, fails: false }
  const collecting = collectAtRest({
    heldBytes: () => state.held,
    busy: () => state.busy,
    collect: async () => {
      if (state.fails) throw new Error('no inspector')
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
  it('gives back what the start has left, once', async () => {
    const state = start()

    await vi.advanceTimersByTimeAsync(10 * LOOK_MS)

    expect(state).toMatchObject({ collected: 1, held: 60 * MB })
  })

  it('waits until nothing is going on', async () => {
    const state = start()
    state.busy = 0.5
    await vi.advanceTimersByTimeAsync(10 * LOOK_MS)
    expect(state.collected).toBe(0)

    state.busy = 0.001
    await vi.advanceTimersByTimeAsync(LOOK_MS)

    expect(state.collected).toBe(1)
  })

  it('collects again once it is worth it', async () => {
    const state = start()
    await vi.advanceTimersByTimeAsync(LOOK_MS)

    state.held = 80 * MB
    await vi.advanceTimersByTimeAsync(LOOK_MS)
    expect(state.collected).toBe(1)

    state.held = 90 * MB
    await vi.advanceTimersByTimeAsync(LOOK_MS)
    expect(state.collected).toBe(2)
  })

  it('goes on where it cannot collect', async () => {
    const state = start()
    state.fails = true
    await vi.advanceTimersByTimeAsync(LOOK_MS)
    expect(state.collected).toBe(0)

    state.fails = false
    await vi.advanceTimersByTimeAsync(LOOK_MS)

    expect(state.collected).toBe(1)
  })

  it('lets go of what nobody needs in this process', async () => {
    vi.useRealTimers()
    const forgotten = madeAndForgotten()
    const collecting = collectAtRest(undefined, 20)
    onTestFinished(() => collecting.close())

    await expect.poll(() => forgotten.deref() === undefined).toBe(true)
  })
})

it('gives native memory back after the start, and when the process has grown since it held least', async () => {
  const state = { held: 200 * MB, trimmed: 0 }
  const trim = () => {
    state.trimmed += 1
    state.held -= 20 * MB
  }
  const collecting = collectAtRest(nativeMemory(trim, { busy: () => 0.1, residentBytes: () => state.held }))
  onTestFinished(() => collecting.close())
  await vi.advanceTimersByTimeAsync(2 * LOOK_MS)
  expect(state.trimmed).toBe(1)

  state.held = 100 * MB
  await vi.advanceTimersByTimeAsync(LOOK_MS)
  expect(state.trimmed).toBe(1)

  state.held = 130 * MB
  await vi.advanceTimersByTimeAsync(LOOK_MS)
  expect(state.trimmed).toBe(2)
})

it('collects at once when memory is short, but not again and again', async () => {
  const state = { held: 100 * MB, collected: 0 }
  const collect = async () => void (state.collected += 1)
  const whenShort = nowAndThen({ heldBytes: () => state.held, collect })

  whenShort()
  whenShort()
  expect(state.collected).toBe(1)

  await vi.advanceTimersByTimeAsync(LOOK_MS)
  state.held = MB
  whenShort()
  expect(state.collected).toBe(1)
})
