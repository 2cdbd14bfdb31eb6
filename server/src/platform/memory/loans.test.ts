import { expect, it, onTestFinished, vi } from 'vitest'
import { httpErrorOf } from '../http/http-error.ts'
import { MemoryShort } from './loans.ts'
import { MemoryBudget } from './memory-budget.ts'

const MB = 1024 * 1024
const never = new AbortController().signal

/** Of 1000 MB, 800 may be lent, and more of it in parts of up to 62 MB. */
function setUp() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const process = { used: 0 }
  const refused = vi.fn<() => void>()
  const budget = new MemoryBudget({ limitBytes: 1000 * MB, usedBytes: () => process.used, onRefused: refused })
  onTestFinished(() => budget.close())
  const order: string[] = []
  const borrow = async (lane: string, mb: number, { signal = never, longestWaitMs = 60_000 } = {}) => {
    const giveBack = await budget.borrow({ bytes: mb * MB, lane, signal, longestWaitMs })
    order.push(`${lane} ${mb}`)
    return giveBack
  }
  const admit = (mb: number) =>
    budget.admit({ expectedBytes: mb * MB, signal: never, wait: () => () => undefined, end: () => undefined })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { process, budget, borrow, admit, order, refused, settled }
}

it('a loan waits until another comes back', async () => {
  const { budget, borrow, order, settled } = setUp()
  const giveBack = await borrow('ann', 500)
  void borrow('bob', 500)
  await settled()
  const before = [[...order], budget.use().borrowersWaiting]

  giveBack()
  await settled()

  expect(before).toEqual([['ann 500'], 1])
  expect(order).toEqual(['ann 500', 'bob 500'])
  expect(budget.use()).toMatchObject({ lentBytes: 500 * MB, borrowersWaiting: 0 })
})

it('a loan is given back once, however often that is said', async () => {
  const { budget, borrow } = setUp()
  const giveBack = await borrow('ann', 300)
  await borrow('ann', 100)

  giveBack()
  giveBack()

  expect(budget.use().lentBytes).toBe(100 * MB)
})

it('lanes take turns, and keep their own order', async () => {
  const { borrow, order, settled } = setUp()
  const first = await borrow('ann', 800)
  for (const mb of [401, 402, 403]) void borrow('ann', mb).then((giveBack) => giveBack())
  void borrow('bob', 400).then((giveBack) => giveBack())

  first()
  await settled()

  expect(order).toEqual(['ann 800', 'ann 401', 'bob 400', 'ann 402', 'ann 403'])
})

it('one lane has at most half while another waits', async () => {
  const { budget, borrow, order, settled } = setUp()
  const full = await borrow('cid', 800)
  for (let more = 0; more < 8; more++) void borrow('ann', 100)
  void borrow('bob', 350)
  for (let more = 0; more < 3; more++) void borrow('bob', 100)

  full()
  await settled()

  expect(order.filter((one) => one.startsWith('ann'))).toHaveLength(4)
  expect(order.filter((one) => one.startsWith('bob'))).toEqual(['bob 350'])
  expect(budget.use().lentBytes).toBe(750 * MB)
})

it('a user has one lane, however often it is named', async () => {
  const { budget, order, settled } = setUp()
  const borrow = (user: number, mb: number) =>
    budget
      .borrow({ bytes: mb * MB, lane: { user, group: 7 }, signal: never, longestWaitMs: 60_000 })
      .then((giveBack) => {
        order.push(`${user} ${mb}`)
        return giveBack
      })
  const full = await borrow(1, 800)
  void borrow(1, 300)
  void borrow(1, 300)
  void borrow(2, 300)

  full()
  await settled()

  expect(order).toEqual(['1 800', '1 300', '2 300'])
})

it('nobody overtakes the next in turn, so that a large loan gets its room', async () => {
  const { borrow, order, settled } = setUp()
  const first = await borrow('ann', 500)
  void borrow('bob', 380)
  void borrow('cid', 100)
  await settled()
  const before = [...order]

  first()
  await settled()

  expect([before, order]).toEqual([['ann 500'], ['ann 500', 'bob 380', 'cid 100']])
})

it('a loan that is larger than the memory is given to one that is alone', async () => {
  const { borrow, order } = setUp()

  await borrow('ann', 5000)

  expect(order).toEqual(['ann 5000'])
})

it('no run starts into what is lent', async () => {
  const { budget, borrow, admit, settled } = setUp()
  await admit(200)
  const giveBack = await borrow('ann', 400)
  const run = admit(300)
  await settled()
  const { running, waiting } = budget.use()

  giveBack()
  await run

  expect([running, waiting]).toEqual([1, 1])
  expect(budget.use()).toMatchObject({ running: 2, waiting: 0 })
})

it('what runs are expected to take is not lent, until they end', async () => {
  const { borrow, admit, order, settled } = setUp()
  const run = await admit(700)
  void borrow('ann', 200)
  await settled()
  const before = [...order]

  run!.release()
  await settled()

  expect([before, order]).toEqual([[], ['ann 200']])
})

it('memory that the process gives back on its own is lent', async () => {
  const { process, borrow, order } = setUp()
  await borrow('ann', 100)
  process.used = 750 * MB
  void borrow('bob', 100)

  process.used = 100 * MB
  await vi.advanceTimersByTimeAsync(200)

  expect(order).toEqual(['ann 100', 'bob 100'])
})

it('a caller who waits too long is refused with 503, words and a time to ask again; those behind go on', async () => {
  const { borrow, order, refused } = setUp()
  await borrow('ann', 500)
  const refusal = borrow('bob', 500, { longestWaitMs: 5_000 }).catch((error: unknown) => error)
  void borrow('cid', 100)

  await vi.advanceTimersByTimeAsync(5_000)

  const error = await refusal
  expect(error).toBeInstanceOf(MemoryShort)
  expect(httpErrorOf(error as MemoryShort)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
    body: { detail: expect.stringContaining('memory of the server') },
  })
  expect(order).toEqual(['ann 500', 'cid 100'])
  expect(refused).toHaveBeenCalledTimes(1)
})

it('a caller who leaves while waiting gets the reason of the signal, and is no refusal', async () => {
  const { budget, borrow, refused } = setUp()
  await borrow('ann', 800)
  const leaving = new AbortController()
  const waiting = borrow('bob', 500, { signal: leaving.signal })

  leaving.abort(new Error('the client left'))

  await expect(waiting).rejects.toThrow('the client left')
  expect(budget.use().borrowersWaiting).toBe(0)
  expect(refused).not.toHaveBeenCalled()
})

it('groups take turns, and within a group its users', async () => {
  const { budget, order, settled } = setUp()
  const wait = (user: number, group: number) =>
    budget.borrow({ bytes: 500 * MB, lane: { user, group }, signal: never }).then((giveBack) => {
      order.push(`${group}/${user}`)
      giveBack()
    })
  const first = await budget.borrow({ bytes: 800 * MB, lane: 'full', signal: never })
  const all = [wait(1, 7), wait(2, 7), wait(3, 7), wait(4, 8)]

  first()
  await Promise.all(all)
  await settled()

  expect(order).toEqual(['7/1', '8/4', '7/2', '7/3'])
})

it('a small loan does not wait behind large ones, and room is kept for it', async () => {
  const { budget, borrow, order, settled } = setUp()
  await borrow('ann', 800)
  void borrow('ann', 500)
  void borrow('bob', 62)
  void borrow('cid', 63)
  await settled()

  expect(order).toEqual(['ann 800', 'bob 62'])
  expect(budget.use()).toMatchObject({ lentBytes: 862 * MB, borrowersWaiting: 2 })
})

it('one part of what holds a loan goes on, however little is left', async () => {
  const { budget, borrow, order, settled } = setUp()
  await borrow('ann', 800)
  const part = (name: string) =>
    budget.borrow({ bytes: 300 * MB, lane: name, signal: never, isPart: true }).then((giveBack) => {
      order.push(name)
      return giveBack
    })
  const first = await part('a part')
  void part('another part')
  await settled()
  const before = [...order]

  first()
  await settled()

  expect([before, order]).toEqual([
    ['ann 800', 'a part'],
    ['ann 800', 'a part', 'another part'],
  ])
})

it('the large thread of a search gets its turn while downloads take small ones, one after another', async () => {
  const { process, budget, settled } = setUp()
  process.used = 600 * MB
  const part = (lane: string, mb: number) =>
    budget.borrow({ bytes: mb * MB, lane, signal: never, isPart: true, longestWaitMs: 60_000 })
  let [chunks, isFound] = [0, false]
  const download = async (lane: string) => {
    while (!isFound && chunks < 100) {
      const giveBack = await part(lane, 128)
      chunks += 1
      await settled()
      giveBack()
    }
  }
  const downloads = [download('ann'), download('bob')]

  await part('snapshot threads', 256).then((giveBack) => {
    isFound = true
    giveBack()
  })
  await Promise.all(downloads)

  expect(chunks).toBeLessThan(5)
})
