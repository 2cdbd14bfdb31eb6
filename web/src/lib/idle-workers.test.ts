import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdleWorkers } from './idle-workers.ts'

class FakeWorker {
  readonly questions: { readonly kind: string }[] = []
  isEnded = false
  onmessage: ((event: { data: { kind: string } }) => void) | null = null
  postMessage(question: { readonly kind: string }): void {
    this.questions.push(question)
  }
  terminate(): void {
    this.isEnded = true
  }
  tell(kind: string): void {
    this.onmessage?.({ data: { kind } })
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function workers() {
  const started: FakeWorker[] = []
  const idle = new IdleWorkers(() => {
    const worker = new FakeWorker()
    started.push(worker)
    return worker as unknown as Worker
  })
  const take = () => idle.take() as unknown as FakeWorker
  const giveBack = (worker: FakeWorker) => idle.giveBack(worker as unknown as Worker)
  return { started, take, giveBack }
}

it('hands a worker on once it has forgotten what it held, and not while it still answers', () => {
  const { started, take, giveBack } = workers()
  const worker = take()
  giveBack(worker)
  worker.tell('answer')

  expect(worker.questions).toEqual([{ kind: 'empty' }])
  expect(take()).not.toBe(worker)
  worker.tell('emptied')
  expect(take()).toBe(worker)
  expect(started).toHaveLength(2)
})

it('keeps two, and ends them when nobody wants them', () => {
  const { take, giveBack } = workers()
  const taken = [take(), take(), take()]
  for (const worker of taken) {
    giveBack(worker)
    worker.tell('emptied')
  }

  expect(taken.map(({ isEnded }) => isEnded)).toEqual([false, false, true])
  vi.advanceTimersByTime(60_000)
  expect(taken.every(({ isEnded }) => isEnded)).toBe(true)
  expect(taken).not.toContain(take())
})
