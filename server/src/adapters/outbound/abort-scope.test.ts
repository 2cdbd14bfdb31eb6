import { describe, expect, it } from 'vitest'
import { openAbortScope, refusalOfAbort, RequestTimeout, raceAbort } from './abort-scope.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('an abort scope', () => {
  it('aborts with its source, for the same reason', () => {
    const source = new AbortController()
    const scope = openAbortScope([new AbortController().signal, source.signal])

    source.abort('deadline')

    expect(scope.signal.reason).toBe('deadline')
  })

  it('aborts when its timer fires', async () => {
    const scope = openAbortScope([], 1)

    await new Promise((resolve) => scope.signal.addEventListener('abort', resolve))

    expect(scope.signal.reason).toBeInstanceOf(RequestTimeout)
  })

  it('follows no source and keeps no timer once closed', () => {
    const source = new AbortController()
    const before = timers()
    const scope = openAbortScope([source.signal], 60_000)

    scope.close()
    source.abort()

    expect(scope.signal.aborted).toBe(false)
    expect(timers()).toBe(before)
  })
})

describe('unlessAborted', () => {
  it('ends the wait, not the work', async () => {
    const work = Promise.withResolvers<string>()
    const abort = new AbortController()
    const cancelled = raceAbort(work.promise, abort.signal)
    const patient = raceAbort(work.promise, new AbortController().signal)

    abort.abort()
    const outcome = await cancelled
    work.resolve('done')

    expect(outcome).toMatchObject({ failure: { reason: 'cancelled' } })
    expect(await patient).toBe('done')
  })
})

describe('refusalOfAbort', () => {
  it.each([
    [new DOMException('time limit reached', 'TimeoutError'), 'deadline'],
    ['deadline', 'deadline'],
    [undefined, 'cancelled'],
    [new Error('user pressed cancel'), 'cancelled'],
    [new RequestTimeout(1500), 'controller_timeout'],
  ])('reports the abort reason %s as %s', (reason, expected) => {
    expect(refusalOfAbort(AbortSignal.abort(reason)).failure.reason).toBe(expected)
  })
})
