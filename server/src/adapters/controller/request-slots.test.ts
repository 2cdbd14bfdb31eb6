import { describe, expect, it } from 'vitest'
import { RequestSlots } from './request-slots.ts'

const never = new AbortController().signal

async function take(slots: RequestSlots, run: string, signal = never): Promise<() => void> {
  const release = await slots.acquire(run, signal)
  if (release === undefined) throw new Error('no slot')
  return release
}

describe('RequestSlots', () => {
  it('gives waiting runs turns, each in the order of its requests', async () => {
    const slots = new RequestSlots(1)
    const order: string[] = []
    const first = await take(slots, 'a')
    const requests = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
      const release = await take(slots, name[0] ?? '')
      order.push(name)
      release()
    })

    first()
    await Promise.all(requests)

    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    expect([slots.taken, slots.waiting]).toEqual([0, 0])
  })

  it('drops a waiting request that is aborted', async () => {
    const slots = new RequestSlots(1)
    const abort = new AbortController()
    const release = await take(slots, 'a')
    const aborted = slots.acquire('b', abort.signal)
    const patient = slots.acquire('b', never)

    abort.abort()
    const waitingAfterAbort = slots.waiting
    release()

    expect(await aborted).toBeUndefined()
    expect(waitingAfterAbort).toBe(1)
    expect(await patient).toBeTypeOf('function')
    expect(slots.taken).toBe(1)
  })

  it('gives no slot to a request that was already aborted', async () => {
    const slots = new RequestSlots(1)

    const release = await slots.acquire('a', AbortSignal.abort())

    expect(release).toBeUndefined()
    expect(slots.taken).toBe(0)
  })

  it('takes a slot back only once', async () => {
    const slots = new RequestSlots(2)
    const release = await take(slots, 'a')
    await take(slots, 'a')

    release()
    release()

    expect(slots.taken).toBe(1)
  })
})
