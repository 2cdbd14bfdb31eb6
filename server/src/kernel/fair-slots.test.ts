import { describe, expect, it } from 'vitest'
import { FairSlots } from './fair-slots.ts'

const never = new AbortController().signal

async function take(slots: FairSlots, run: string, signal = never): Promise<() => void> {
  const release = await slots.acquire(run, signal)
  if (release === undefined) throw new Error('no slot')
  return release
}

describe('FairSlots', () => {
  it('gives waiting runs turns, each in the order of its requests', async () => {
    const slots = new FairSlots({ total: 1 })
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
    const slots = new FairSlots({ total: 1 })
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
    const slots = new FairSlots({ total: 1 })

    const release = await slots.acquire('a', AbortSignal.abort())

    expect(release).toBeUndefined()
    expect(slots.taken).toBe(0)
  })

  it('gives a lane no more than its share, and other lanes the rest', async () => {
    const slots = new FairSlots({ total: 3, perLane: 2 })
    const [first] = await Promise.all([take(slots, 'a'), take(slots, 'a')])
    const third = slots.acquire('a', never)

    const other = await take(slots, 'b')
    const waitingBeside = [slots.taken, slots.waiting]
    other()
    const waitingAlone = slots.waiting
    first()

    expect(waitingBeside).toEqual([3, 1])
    expect(waitingAlone).toBe(1)
    expect(await third).toBeTypeOf('function')
  })

  it('gives a free slot to the next lane with room, not to one that has its share', async () => {
    const slots = new FairSlots({ total: 2, perLane: 1 })
    const [releaseA] = [await take(slots, 'a'), await take(slots, 'b')]
    const order: string[] = []
    const second = slots.acquire('b', never).then(() => order.push('b'))
    const first = slots.acquire('c', never).then(() => order.push('c'))

    releaseA()
    await first

    expect(order).toEqual(['c'])
    slots.close()
    await second
  })

  it('gives nothing once closed, not even to those that wait', async () => {
    const slots = new FairSlots({ perLane: 1 })
    await take(slots, 'a')
    const waiting = slots.acquire('a', never)

    slots.close()

    expect([await waiting, await slots.acquire('b', never)]).toEqual([undefined, undefined])
  })

  it('takes a slot back only once', async () => {
    const slots = new FairSlots({ total: 2 })
    const release = await take(slots, 'a')
    await take(slots, 'a')

    release()
    release()

    expect(slots.taken).toBe(1)
  })
})
