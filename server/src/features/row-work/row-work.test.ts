import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { createRowWork, type RowWork, TooMuchRowWork } from './row-work.ts'

const PROGRAM = new URL('../../testing/row-work/wild-row-worker.ts', import.meta.url)
/** An eighth of it is what a thread may take. */
const BUDGET = { borrow: async () => () => undefined, onShort: () => () => undefined, limitBytes: 448 * 1024 ** 2 }
const PATIENT_MS = 600_000

const open: RowWork[] = []
afterEach(() => Promise.all(open.splice(0).map((rowWork) => rowWork.close())))

function start() {
  const rowWork = createRowWork({ logger: pino({ level: 'silent' }), program: PROGRAM, budget: BUDGET })
  open.push(rowWork)
  return (wish: string, { user = 1, signal = new AbortController().signal, workMs = PATIENT_MS } = {}) =>
    rowWork.use(
      'judge',
      { spec: { expect: 'gone', by: [wish] }, filter: null, isComparison: false },
      { lane: { user, group: null }, signal, workMs },
      (judge) => judge.call('judge', undefined),
    )
}

it('work that takes more than its time ends in words, and the next is done', async () => {
  const work = start()

  const slow = work('computes forever', { workMs: 200 })

  await expect(slow).rejects.toThrow(new TooMuchRowWork('The rows take more than 0.2 s of processor time.'))
  expect(await work('is ordinary')).toEqual({ rows: [], after: 'is ordinary' })
})

it('work that takes too much memory ends in words, and the next is done', async () => {
  const work = start()

  await expect(work('fills memory')).rejects.toThrow(new TooMuchRowWork('The rows need more than 32 MB of memory.'))
  expect(await work('is ordinary')).toEqual({ rows: [], after: 'is ordinary' })
})

it('what fails in a thread fails as it is', async () => {
  await expect(start()('fails')).rejects.toThrow(new TypeError('it failed'))
})

it("one user's endless work holds up nobody else, and ends with its request", async () => {
  const work = start()
  const stop = new AbortController()
  const endless = Array.from({ length: 20 }, () => work('computes forever', { signal: stop.signal }))
  const ended = Promise.allSettled(endless)

  expect(await work('is ordinary', { user: 2 })).toEqual({ rows: [], after: 'is ordinary' })

  stop.abort()
  const reasons = (await ended).map((end) => (end.status === 'rejected' ? String(end.reason) : end.status))
  expect(new Set(reasons)).toEqual(new Set(['ServiceUnavailable: The rows were not read: the request has ended.']))
})
