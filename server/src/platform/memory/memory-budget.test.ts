import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryBudget, type MemoryPlace } from './memory-budget.ts'
import { memoryLimit } from './memory-limit.ts'

const MB = 1024 * 1024
const LIMIT = 4000 * MB
const never = new AbortController().signal

const budgets: { close: () => void }[] = []
afterEach(() => {
  for (const budget of budgets.splice(0)) budget.close()
})

function setUp() {
  const process = { used: 200 * MB }
  const budget = new MemoryBudget({ limitBytes: LIMIT, usedBytes: () => process.used })
  budgets.push(budget)
  const ended: string[] = []
  const admit = (name: string, expectedMb: number, signal = never) =>
    budget.admit({ expectedBytes: expectedMb * MB, signal, wait: () => () => undefined, end: () => ended.push(name) })
  return { process, budget, ended, admit }
}

it('a run waits while those before it are expected to fill the memory, and starts when one has ended', async () => {
  const { budget, admit } = setUp()
  const first = await admit('first', 1500)
  await admit('second', 1000)
  const third = admit('third', 1500)
  const before = budget.use()

  first!.release()

  expect(await third).toBeDefined()
  expect([before.running, before.waiting, budget.use().waiting]).toEqual([2, 1, 0])
})

it('what a run uses already is not expected once more', async () => {
  const { process, budget, admit } = setUp()
  const first = await admit('first', 1500)
  process.used = 1700 * MB
  first!.use(1500 * MB)

  await admit('second', 1000)

  expect(budget.use()).toMatchObject({ running: 2, waiting: 0 })
})

it('a run that is larger than the memory starts when it is alone', async () => {
  const { budget, admit } = setUp()

  await admit('huge', 9000)

  expect(budget.use().running).toBe(1)
})

it('a small run does not wait behind a large one', async () => {
  const { budget, admit } = setUp()
  await admit('first', 2500)
  void admit('large', 2500)

  await admit('small', 20)

  expect(budget.use()).toMatchObject({ running: 2, waiting: 1 })
})

it('when memory gets short, the largest run ends, and the next only once that is gone and has not helped', async () => {
  const { process, budget, ended, admit } = setUp()
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sizes = { small: 300, largest: 1200, large: 900 }
  const places = new Map<string, MemoryPlace>()
  for (const [name, used] of Object.entries(sizes)) {
    const place = (await admit(name, 0))!
    place.use(used * MB)
    places.set(name, place)
  }
  process.used = 3700 * MB

  vi.advanceTimersByTime(5_000)
  const first = [...ended]
  places.get('largest')!.release()
  vi.advanceTimersByTime(400)
  const soon = [...ended]
  vi.advanceTimersByTime(400)

  expect([first, soon, ended]).toEqual([['largest'], ['largest'], ['largest', 'large']])
  expect(budget.use().running).toBe(2)
})

it('while memory is short, only the oldest run reads on', async () => {
  const { process, budget, admit } = setUp()
  const [oldest, other] = [(await admit('oldest', 200))!, (await admit('other', 200))!]
  process.used = 3200 * MB
  let hasRoom = false

  await oldest.room()
  const waiting = other.room().then(() => (hasRoom = true))
  budget.look()
  await Promise.resolve()
  const before = hasRoom
  oldest.release()
  budget.look()
  await waiting

  expect([before, hasRoom]).toEqual([false, true])
})

it('pages that are being read take room before memory in use shows them', async () => {
  const { process, budget, admit } = setUp()
  const [oldest, other] = [(await admit('oldest', 200))!, (await admit('other', 200))!]
  process.used = 2850 * MB
  for (const place of [oldest, other]) place.read(25 * MB)
  let hasRoom = false

  await oldest.room()
  const waiting = other.room().then(() => (hasRoom = true))
  budget.look()
  await Promise.resolve()
  const before = hasRoom
  oldest.use(100 * MB)
  await waiting

  expect([before, hasRoom]).toEqual([false, true])
})

it('a small run starts and reads on where larger ones wait', async () => {
  const { process, budget, admit } = setUp()
  await admit('oldest', 1000)
  const large = (await admit('large', 1000))!
  process.used = 3100 * MB
  let largeReads = false

  const small = (await admit('small', 20))!
  void large.room().then(() => (largeReads = true))
  await small.room()
  budget.look()
  await Promise.resolve()

  expect([budget.use().running, largeReads]).toEqual([3, false])
})

it('the run that ends is the one that is found to be large, whatever it says itself', async () => {
  const { process, budget, ended, admit } = setUp()
  const busy = (await admit('busy', 0))!
  const talking = (await admit('talking', 0))!
  talking.use(300 * MB)
  process.used = 3900 * MB

  busy.measured(2_000 * MB)
  budget.look()

  expect(ended).toEqual(['busy'])
})

it('a run that takes hardly more than its thread is not ended, and reads on when it is the oldest', async () => {
  const { process, budget, ended, admit } = setUp()
  const small = (await admit('small', 20))!
  small.use(40 * MB)
  process.used = 3980 * MB

  await small.room()
  budget.look()

  expect(ended).toEqual([])
})

it.each([
  ['that has just begun, and is not expected to take much', undefined],
  ['in a thread that still holds what it did before', 95],
])('a small run %s is not ended for what others take', async (_what, usedMb) => {
  const { process, budget, ended, admit } = setUp()
  const small = (await admit('small', 20))!
  if (usedMb !== undefined) small.measured(usedMb * MB)
  process.used = 3980 * MB

  await small.room()
  budget.look()

  expect(ended).toEqual([])
})

it('small pages take no room that counts', async () => {
  const { process, admit } = setUp()
  const [oldest, other] = [(await admit('oldest', 0))!, (await admit('other', 0))!]
  process.used = 2980 * MB
  other.read(0)

  for (let page = 0; page < 100; page++) {
    await oldest.room()
    oldest.read(1000)
  }
  let hasRoom = false
  void other.room().then(() => (hasRoom = true))
  await Promise.resolve()

  expect(hasRoom).toBe(true)
})

it('where the next page of the oldest run would be too much, the largest run ends for it', async () => {
  const { process, ended, admit } = setUp()
  const [oldest, large] = [(await admit('oldest', 0))!, (await admit('large', 0))!]
  process.used = 3450 * MB
  oldest.read(20 * MB)
  large.use(900 * MB)

  const waiting = oldest.room()
  expect(ended).toEqual(['large'])
  process.used = 2500 * MB
  large.release()

  await waiting
  expect(ended).toEqual(['large'])
})

it('no other run ends while the system still gets memory back', async () => {
  const { process, budget, ended, admit } = setUp()
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [gone, second] = [(await admit('gone', 0))!, (await admit('second', 0))!, await admit('third', 0)]
  gone.use(900 * MB)
  second.use(200 * MB)
  process.used = 3900 * MB
  vi.advanceTimersByTime(600)
  gone.release()

  for (let step = 0; step < 10; step++) {
    process.used -= 10 * MB
    vi.advanceTimersByTime(400)
  }
  const meanwhile = [...ended]
  vi.advanceTimersByTime(800)

  expect([meanwhile, ended]).toEqual([['gone'], ['gone', 'second']])
  expect(budget.use().running).toBe(2)
})

it('a run that is alone may take nearly all', async () => {
  const { process, budget, ended, admit } = setUp()
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const alone = (await admit('alone', 0))!
  alone.read(10 * MB)

  process.used = 3800 * MB
  await alone.room()
  vi.advanceTimersByTime(2_000)
  const before = [...ended]
  process.used = 3900 * MB
  vi.advanceTimersByTime(2_000)

  expect([before, ended]).toEqual([[], ['alone']])
  expect(budget.use().running).toBe(1)
})

it('a run that is cancelled while it waits gets no place', async () => {
  const { budget, admit } = setUp()
  await admit('first', 2900)
  const abort = new AbortController()
  const waiting = admit('second', 1000, abort.signal)
  abort.abort()

  expect(await waiting).toBeUndefined()
  expect(budget.use()).toMatchObject({ running: 1, waiting: 0 })
})

it('the limit is what is set, else that of the container or machine', () => {
  expect(memoryLimit(512)).toBe(512 * MB)
  expect(memoryLimit(undefined)).toBeGreaterThan(100 * MB)
  expect(memoryLimit(undefined)).toBeLessThan(2 ** 50)
})

it('another run ends, however little comes back, when the others take more meanwhile', async () => {
  const { process, budget, ended, admit } = setUp()
  const [gone, growing] = [(await admit('gone', 0))!, (await admit('growing', 0))!, await admit('third', 0)]
  gone.use(900 * MB)
  growing.use(200 * MB)
  process.used = 3700 * MB
  budget.look()
  gone.release()

  process.used = 3720 * MB
  budget.look()
  const atFirst = [...ended]
  process.used = 3740 * MB
  budget.look()

  expect([atFirst, ended]).toEqual([['gone'], ['gone', 'growing']])
})

it('the next run starts once the memory of the one that ended has come back, even if it is alone then', async () => {
  const { process, budget, admit } = setUp()
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const large = (await admit('large', 0))!
  large.use(3000 * MB)
  process.used = 3990 * MB
  budget.look()
  const next = admit('next', 2000)

  large.release()
  const atOnce = budget.use().waiting
  process.used = 900 * MB
  vi.advanceTimersByTime(100)

  expect([atOnce, budget.use().waiting]).toEqual([1, 0])
  expect(await next).toBeDefined()
})

it('says that memory is short for as long as a run, a page or a loan waits for it', async () => {
  const { process, budget, admit } = setUp()
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const stop = budget.onShort(() => asked++)
  const countFor = (ms: number): number => {
    asked = 0
    vi.advanceTimersByTime(ms)
    return asked
  }
  const first = (await admit('first', 2900))!
  const alone = countFor(500)

  const second = admit('second', 2900)
  const runWaits = countFor(500)
  first.release()
  const pages = (await second)!
  const nobodyWaits = countFor(500)
  process.used = 3300 * MB
  const lent = budget.borrow({ bytes: 300 * MB, lane: 'a', signal: AbortSignal.timeout(60_000) })
  const loanWaits = countFor(500)
  stop()
  const stopped = countFor(500)
  process.used = 200 * MB
  pages.release()
  budget.look()
  await lent

  expect([alone, nobodyWaits, stopped]).toEqual([0, 0, 0])
  expect([runWaits, loanWaits].every((count) => count > 0)).toBe(true)
})

describe('when small ones find no room because of a large run', () => {
  /** A run that has grown so far that a small one needs more than there is, and less than makes a run end. */
  async function crowded(grownMb: number) {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const all = setUp()
    const large = (await all.admit('large', 3_000))!
    large.use((grownMb - 200) * MB)
    all.process.used = grownMb * MB
    return {
      ...all,
      large,
      lend: (mb: number) => all.budget.borrow({ bytes: mb * MB, lane: Symbol('a user'), signal: never }),
    }
  }

  it('it ends after a second, and they start', async () => {
    const { process, budget, ended, large, lend } = await crowded(3_720)
    const loan = lend(100)

    vi.advanceTimersByTime(900)
    const before = [...ended]
    vi.advanceTimersByTime(200)
    process.used = 200 * MB
    large.release()
    budget.look()

    expect([before, ended]).toEqual([[], ['large']])
    expect(await loan).toBeDefined()
  })

  it('it goes on where they wait for less than a second', async () => {
    const { process, budget, ended, lend } = await crowded(3_720)
    const loan = lend(100)

    vi.advanceTimersByTime(900)
    process.used = 3_600 * MB
    budget.look()
    ;(await loan)()
    process.used = 3_720 * MB
    const another = lend(100)
    vi.advanceTimersByTime(900)
    process.used = 3_600 * MB
    budget.look()
    await another

    expect(ended).toEqual([])
  })

  it('it goes on where others of their kind have taken the room', async () => {
    const { ended, lend } = await crowded(3_430)
    for (let place = 0; place < 2; place++) await lend(128)
    void lend(128)

    vi.advanceTimersByTime(5_000)

    expect(ended).toEqual([])
  })

  it('it goes on where a large one waits', async () => {
    const { ended, admit, lend } = await crowded(3_400)
    void admit('another', 2_000)
    void lend(900)

    vi.advanceTimersByTime(5_000)

    expect(ended).toEqual([])
  })
})
