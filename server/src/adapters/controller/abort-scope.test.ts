import { describe, expect, it } from 'vitest'
import { openAbortScope, refusalOfAbort, RequestTimeout, unlessAborted } from './abort-scope.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('an abort scope', () => {
  it('follows its sources with their reasons', () => {
    const source = new AbortController()
    const scope = openAbortScope([new AbortController().signal, source.signal])

    source.abort('deadline')

    expect(scope.signal.reason).toBe('deadline')
  })

  it('ends by its timer', async () => {
    const scope = openAbortScope([], 1)

    await new Promise((resolve) => scope.signal.addEventListener('abort', resolve))

    expect(scope.signal.reason).toBeInstanceOf(RequestTimeout)
  })

  it('follows nothing and keeps no timer once it is closed', () => {
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
    const cancelled = unlessAborted(work.promise, abort.signal)
    const patient = unlessAborted(work.promise, new AbortController().signal)

    abort.abort()
    const outcome = await cancelled
    work.resolve('done')

    expect(outcome).toMatchObject({ failure: { reason: 'cancelled' } })
    expect(await patient).toBe('done')
  })
})

describe('refusalOfAbort', () => {
  it.each([
    [new DOMException('time is up', 'TimeoutError'), 'deadline'],
    ['deadline', 'deadline'],
    [undefined, 'cancelled'],
    [new Error('user pressed cancel'), 'cancelled'],
    [new RequestTimeout(1500), 'controller_timeout'],
  ])('tells from the reason %s that it is %s', (reason, expected) => {
    expect(refusalOfAbort(AbortSignal.abort(reason)).failure.reason).toBe(expected)
  })
})
