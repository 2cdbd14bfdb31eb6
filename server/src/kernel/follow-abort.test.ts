import { describe, expect, it } from 'vitest'
import { followAbort } from './follow-abort.ts'

describe('following a signal', () => {
  it('calls each follower once, in order, except those that stopped', () => {
    const controller = new AbortController()
    const calls: string[] = []
    const same = () => calls.push('same')
    followAbort(controller.signal, () => calls.push('first'))
    const stopped = followAbort(controller.signal, same)
    followAbort(controller.signal, same)
    const followed = followAbort(controller.signal, () => calls.push('last'))
    stopped[Symbol.dispose]()
    stopped[Symbol.dispose]()

    controller.abort()
    followed[Symbol.dispose]()

    expect(calls).toEqual(['first', 'same', 'last'])
  })

  it('calls a follower of a signal that has aborted later, like addAbortListener', async () => {
    const calls: string[] = []

    followAbort(AbortSignal.abort(), () => calls.push('called'))
    const before = [...calls]
    await Promise.resolve()

    expect({ before, calls }).toEqual({ before: [], calls: ['called'] })
  })

  it('can be followed again after everybody stopped', () => {
    const controller = new AbortController()
    let calls = 0
    followAbort(controller.signal, () => calls++)[Symbol.dispose]()
    followAbort(controller.signal, () => calls++)

    controller.abort()

    expect(calls).toBe(1)
  })
})
