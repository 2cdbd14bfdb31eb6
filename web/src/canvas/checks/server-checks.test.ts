import { EMPTY_CANVAS } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { HeddleError } from '@heddle/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { ServerChecks } from './server-checks.ts'

const VALID: Wire.ValidateQueryReply = { valid: true, errors: [], warnings: [], plan: null }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the server', () => {
  it('is asked about the newest draft alone', async () => {
    const checks = new ServerChecks()
    const [first, second] = [vi.fn(async () => VALID), vi.fn(async () => VALID)]
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask: first })
    await vi.advanceTimersByTimeAsync(300)
    checks.edit({ key: 'b', canvas: EMPTY_CANVAS, ask: second })
    await vi.advanceTimersByTimeAsync(500)

    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    expect(checks.store.getState()).toEqual({ key: 'b', canvas: EMPTY_CANVAS, answer: VALID })
  })

  it('is not asked again about what it has answered, or about nothing', async () => {
    const checks = new ServerChecks()
    const ask = vi.fn(async () => VALID)
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask })
    await vi.advanceTimersByTimeAsync(500)
    checks.edit({ key: 'b', canvas: EMPTY_CANVAS, ask })
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ask).toHaveBeenCalledTimes(1)

    checks.edit(undefined)
    await vi.advanceTimersByTimeAsync(10_000)

    expect(ask).toHaveBeenCalledTimes(1)
    expect(checks.store.getState()).toEqual({})
  })

  it('is asked once more about the same draft when it may know more, and what it said stays meanwhile', async () => {
    const checks = new ServerChecks()
    checks.again()
    const ask = vi.fn<() => Promise<Wire.ValidateQueryReply>>()
    const large = { code: 'unfiltered_large_class', message: 'fvBD may have 15,000 objects.' } as const
    ask.mockResolvedValueOnce({ ...VALID, warnings: [large] }).mockResolvedValueOnce(VALID)
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask })
    await vi.advanceTimersByTimeAsync(500)

    checks.again()
    await vi.advanceTimersByTimeAsync(500)
    expect(checks.store.getState()).toMatchObject({ key: 'a', answer: { warnings: [large] } })
    await vi.advanceTimersByTimeAsync(2_000)

    expect(ask).toHaveBeenCalledTimes(2)
    expect(checks.store.getState()).toEqual({ key: 'a', canvas: EMPTY_CANVAS, answer: VALID })
  })

  it('that asks for a pause is asked again after it', async () => {
    const checks = new ServerChecks()
    const ask = vi.fn<() => Promise<Wire.ValidateQueryReply>>()
    ask
      .mockRejectedValueOnce(new HeddleError('Too many requests.', 429, { retryAfter: 20 }))
      .mockResolvedValueOnce(VALID)
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask })
    await vi.advanceTimersByTimeAsync(19_000)
    expect(checks.store.getState()).toMatchObject({ failure: 'Too many requests.' })

    await vi.advanceTimersByTimeAsync(2_000)

    expect(ask).toHaveBeenCalledTimes(2)
    expect(checks.store.getState()).toEqual({ key: 'a', canvas: EMPTY_CANVAS, answer: VALID })
  })

  it('that was away is asked again automatically, and its failure goes with the answer', async () => {
    const checks = new ServerChecks()
    const ask = vi.fn<() => Promise<Wire.ValidateQueryReply>>()
    ask.mockRejectedValueOnce(new HeddleError('No answer.', 0)).mockResolvedValueOnce(VALID)
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(checks.store.getState()).toMatchObject({ failure: 'No answer.' })

    await vi.advanceTimersByTimeAsync(2_000)

    expect(checks.store.getState()).toEqual({ key: 'a', canvas: EMPTY_CANVAS, answer: VALID })
  })

  it('that refuses a draft leaves its last answer, and is asked again with the next edit', async () => {
    const checks = new ServerChecks()
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask: async () => VALID })
    await vi.advanceTimersByTimeAsync(500)
    checks.edit({
      key: 'b',
      canvas: EMPTY_CANVAS,
      ask: () => Promise.reject(new HeddleError('This may not be asked.', 403)),
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checks.store.getState()).toEqual({
      key: 'b',
      canvas: EMPTY_CANVAS,
      answer: VALID,
      failure: 'This may not be asked.',
    })

    checks.edit({ key: 'c', canvas: EMPTY_CANVAS, ask: async () => VALID })
    await vi.advanceTimersByTimeAsync(2_000)

    expect(checks.store.getState()).toEqual({ key: 'c', canvas: EMPTY_CANVAS, answer: VALID })
  })

  it('is asked nothing after the end, and its answer is dropped', async () => {
    const checks = new ServerChecks()
    const { promise, resolve } = Promise.withResolvers<Wire.ValidateQueryReply>()
    checks.edit({ key: 'a', canvas: EMPTY_CANVAS, ask: () => promise })
    await vi.advanceTimersByTimeAsync(600)

    checks.close()
    resolve(VALID)
    await vi.advanceTimersByTimeAsync(5_000)

    expect(checks.store.getState()).toEqual({})
  })
})
