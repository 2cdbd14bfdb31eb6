import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryShort } from '../../../platform/memory/loans.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import type { AnswersOfRun } from './answers-of-run.ts'
import { SharedAnswers } from './shared-answers.ts'

type Answered = Awaited<ReturnType<AnswersOfRun['get']>>
type Asking = { readonly path: string; readonly answer: (answered: Answered) => void; readonly tell: Tell }
type Tell = Parameters<Parameters<AnswersOfRun['get']>[3]>[0]['onState']

const IDLE_MS = 1_000
const MB = 1024 * 1024
const PAGE = '/api/class/fvBD.json?page=0'
const COUNT = '/api/class/fvBD.json?count'
const OTHER = '/api/class/fvCtx.json?page=0'

let clock: ReturnType<typeof createManualClock>
let lent: number
let hasRoom: boolean
let asked: Asking[]
let shared: SharedAnswers
beforeEach(() => {
  clock = createManualClock()
  lent = 0
  hasRoom = true
  asked = []
  shared = open(160 * MB)
})
afterEach(() => {
  shared.close()
  expect([shared.keptBytes, clock.pendingTimers()]).toEqual([0, 0])
})

/** A sixteenth of the limit is what is kept. */
const open = (limitBytes: number) =>
  new SharedAnswers({
    clock,
    idleMs: IDLE_MS,
    memory: {
      limitBytes,
      borrow: async ({ bytes }) => {
        if (!hasRoom) throw new MemoryShort()
        lent += bytes
        return () => void (lent -= bytes)
      },
    },
  })

const ok = (text: string, bytes = 1): Answered => ({
  ok: true,
  status: 200,
  body: new Uint8Array(bytes).fill(text.charCodeAt(0)),
})
const busy: Answered = { ok: false, failure: { reason: 'busy', message: 'busy' } }

async function run(check = 'check') {
  const { answers, close } = await shared.open(check)
  const stop = new AbortController()
  const states: string[] = []
  const get = (path: string, key = 'lab 1') =>
    answers.get(
      key,
      path,
      { signal: stop.signal, onState: (state) => states.push(state) },
      ({ onState }) => new Promise((answer) => asked.push({ path, answer, tell: onState })),
    )
  return { get, close, stop, states }
}
const textOf = (answered: Answered) => (answered.ok ? String.fromCharCode(answered.body[0]!) : answered.failure.reason)
/** Asks and answers at once; undefined if nothing was asked. */
async function ask(get: (path: string) => Promise<Answered>, path: string, answered = ok('?')) {
  const before = asked.length
  const answer = get(path)
  asked[before]?.answer(answered)
  return textOf(await answer)
}

describe('runs of one check', () => {
  it('ask once for what they read alike, one after the other', async () => {
    const [one, other] = [await run(), await run()]

    expect(await ask(one.get, PAGE, ok('a'))).toBe('a')
    expect(await ask(other.get, PAGE)).toBe('a')
    expect(await ask(other.get, OTHER, ok('b'))).toBe('b')
    expect(asked.map(({ path }) => path)).toEqual([PAGE, OTHER])
  })

  it('ask once at the same time, and both learn whether the request waits', async () => {
    const [one, other] = [await run(), await run()]
    const first = one.get(PAGE)
    asked[0]!.tell('waits')
    const second = other.get(PAGE)
    asked[0]!.tell('sends')
    asked[0]!.tell('over')
    asked[0]!.answer(ok('a'))

    expect([textOf(await first), textOf(await second), asked.length]).toEqual(['a', 'a', 1])
    expect(one.states).toEqual(['waits', 'sends', 'over'])
    expect(other.states).toEqual(['waits', 'sends', 'over', 'over'])
  })

  it('get bytes of their own, which a thread may take', async () => {
    const [one, other, third] = [await run(), await run(), await run()]
    const answer = one.get(PAGE)
    asked[0]!.answer(ok('a'))
    for (const answered of [await answer, await other.get(PAGE)])
      if (answered.ok) structuredClone(answered.body, { transfer: [answered.body.buffer] })

    expect(textOf(await third.get(PAGE))).toBe('a')
  })

  it('do not share a failure: the one that waited for it asks', async () => {
    const [one, other] = [await run(), await run()]
    const first = one.get(PAGE)
    const second = other.get(PAGE)
    asked[0]!.answer(busy)
    expect(textOf(await first)).toBe('busy')

    await expect.poll(() => asked.length).toBe(2)
    asked[1]!.answer(ok('a'))
    expect(textOf(await second)).toBe('a')
    expect(await ask((await run()).get, PAGE)).toBe('a')
  })

  it('ask anew for what they have had before, and the others get the newer answer', async () => {
    const [one, other] = [await run(), await run()]
    await ask(one.get, PAGE, ok('a'))
    await ask(other.get, PAGE)

    expect(await ask(one.get, PAGE, ok('b'))).toBe('b')
    expect(await ask(other.get, PAGE)).toBe('b')
    expect(asked).toHaveLength(2)
  })

  it('do not mix what they read themselves with what others had read before', async () => {
    const [one, other] = [await run(), await run()]
    await ask(one.get, COUNT, ok('1'))

    expect(await ask(other.get, PAGE, ok('a'))).toBe('a')
    expect(await ask(other.get, COUNT, ok('2'))).toBe('2')
    expect(await ask((await run()).get, COUNT)).toBe('2')
  })

  it('share nothing between connections, or between two accounts of one', async () => {
    const [one, other] = [await run(), await run()]
    await ask((path) => one.get(path, 'lab 1'), PAGE, ok('a'))

    expect(await ask((path) => other.get(path, 'lab 2'), PAGE, ok('b'))).toBe('b')
    expect(await ask((path) => other.get(path, 'prod 1'), PAGE, ok('c'))).toBe('c')
  })

  it('end without waiting for what another one asks', async () => {
    const [one, other] = [await run(), await run()]
    const first = one.get(PAGE)
    const second = other.get(PAGE)

    other.stop.abort()
    expect(textOf(await second)).toBe('cancelled')
    asked[0]!.answer(ok('a'))
    expect(textOf(await first)).toBe('a')
  })

  it('read again what there was no room for', async () => {
    const [one, other] = [await run(), await run()]
    await ask(one.get, PAGE, ok('a', 6 * MB))

    expect(await ask(one.get, OTHER, ok('b', 6 * MB))).toBe('b')
    expect([shared.keptBytes, lent]).toEqual([6 * MB, 10 * MB])
    expect([await ask(other.get, PAGE), await ask(other.get, OTHER, ok('c'))]).toEqual(['a', 'c'])
  })

  it('read a class themselves of which only a part had room', async () => {
    const [one, other] = [await run(), await run()]
    await ask(one.get, PAGE, ok('a', 6 * MB))
    await ask(one.get, COUNT, ok('1', 6 * MB))

    expect(await ask(other.get, PAGE, ok('b'))).toBe('b')
    expect(await ask(other.get, COUNT, ok('2'))).toBe('2')
  })

  it('share only what is on its way while memory is short', async () => {
    hasRoom = false
    const [one, other] = [await run(), await run()]
    const first = one.get(PAGE)
    const second = other.get(PAGE)
    asked[0]!.answer(ok('a'))

    expect([textOf(await first), textOf(await second)]).toEqual(['a', 'a'])
    expect(await ask((await run()).get, PAGE, ok('b'))).toBe('b')
  })
})

describe('a check', () => {
  it('shares nothing with another one', async () => {
    await ask((await run('one')).get, PAGE, ok('a'))

    expect(await ask((await run('other')).get, PAGE, ok('b'))).toBe('b')
  })

  it('is forgotten once it has had no run for a while, and its memory is given back', async () => {
    const one = await run()
    await ask(one.get, PAGE, ok('a'))
    one.close()
    await clock.advance(IDLE_MS - 1)
    const next = await run()
    await clock.advance(IDLE_MS)
    expect(await ask(next.get, PAGE)).toBe('a')

    next.close()
    await clock.advance(IDLE_MS)

    expect([shared.keptBytes, lent]).toEqual([0, 0])
    expect(await ask((await run()).get, PAGE, ok('b'))).toBe('b')
  })
})
