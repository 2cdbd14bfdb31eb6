import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairSlots } from './fair-slots.ts'

const never = new AbortController().signal

async function take(slots: FairSlots, run: unknown, signal = never): Promise<() => void> {
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

  it('gives the slots of a lane with more than half, as they end, to those who came later', async () => {
    const slots = new FairSlots({ total: 4 })
    const held = await Promise.all(['a', 'a', 'a', 'a'].map((name) => take(slots, name)))
    const order: string[] = []
    const wait = (name: string) => void take(slots, name).then(() => order.push(name))
    for (const name of ['a', 'a', 'b', 'b', 'b']) wait(name)

    for (const release of held) {
      release()
      await settled()
    }

    // With three slots, a must not get the next one, although it is its turn.
    expect(order).toEqual(['b', 'b', 'a', 'a'])
    expect([slots.takenBy('a'), slots.takenBy('b'), slots.waiting]).toEqual([2, 2, 1])
  })

  it('gives a lane all slots while nobody else waits', async () => {
    const slots = new FairSlots({ total: 2 })
    const first = await take(slots, 'a')
    await take(slots, 'a')
    const third = slots.acquire('a', never)

    first()

    expect(await third).toBeTypeOf('function')
    expect(slots.takenBy('a')).toBe(2)
  })

  it('gives groups turns, and within a group its users', async () => {
    const slots = new FairSlots({ total: 1 })
    const users = {
      a: { user: 1, group: 7 },
      b: { user: 2, group: 7 },
      c: { user: 3, group: 8 },
      d: { user: 4, group: null },
    }
    const order: string[] = []
    const first = await take(slots, 'another')
    const requests = (['a', 'a', 'b', 'b', 'c', 'c', 'd'] as const).map(async (name) => {
      const release = await take(slots, users[name])
      order.push(name)
      release()
    })

    first()
    await Promise.all(requests)

    expect(order).toEqual(['a', 'c', 'd', 'b', 'c', 'a', 'b'])
    expect([slots.taken, slots.waiting]).toEqual([0, 0])
  })

  it('lets nobody overtake the next in turn, so that what weighs more gets its room', async () => {
    const slots = new FairSlots({ total: 10 })
    const order: string[] = []
    const wait = (name: string, weight: number) =>
      void slots.acquire(name, never, weight).then((release) => order.push(release ? name : 'none'))
    const [most, some] = [await slots.acquire('a', never, 6), await slots.acquire('a', never, 2)]
    wait('heavy', 5)
    wait('light', 1)
    some!()
    await settled()
    const before = [...order]

    most!()
    await settled()

    expect([before, order, slots.taken]).toEqual([[], ['heavy', 'light'], 6])
  })

  it('gives what weighs more than half its turn, however many light ones come', async () => {
    const slots = new FairSlots({ total: 10 })
    const order: string[] = []
    const wait = (name: string, weight: number) =>
      slots.acquire(name, never, weight).then((release) => {
        order.push(name)
        return release!
      })
    const [one, other] = [await wait('one', 4), await wait('other', 4)]
    void wait('heavy', 6)
    void wait('one', 4)
    void wait('other', 4)

    one()
    other()
    await settled()

    expect(order).toEqual(['one', 'other', 'heavy', 'one'])
  })

  it('goes on with those who fit when the one before them leaves', async () => {
    const slots = new FairSlots({ total: 10 })
    await slots.acquire('a', never, 6)
    const leaving = new AbortController()
    const heavy = slots.acquire('heavy', leaving.signal, 5)
    const light = slots.acquire('light', never, 1)

    leaving.abort()

    expect([await heavy, typeof (await light)]).toEqual([undefined, 'function'])
  })

  it('gives what became free meanwhile once told', async () => {
    let total = 1
    const slots = new FairSlots({ total: () => total })
    await take(slots, 'a')
    const waiting = slots.acquire('b', never)

    total = 2
    slots.startWaiting()

    expect(await waiting).toBeTypeOf('function')
  })
})
