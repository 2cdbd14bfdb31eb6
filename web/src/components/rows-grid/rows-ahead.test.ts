import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowsAhead } from './rows-ahead.ts'
import type { GridRowSource } from './rows-client.ts'
import type { News, RowsQuestion } from './view-messages.ts'

class FakeWorker {
  static all: FakeWorker[] = []
  readonly questions: RowsQuestion[] = []
  isEnded = false
  onmessage: ((event: { data: News }) => void) | undefined
  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(question: RowsQuestion): void {
    this.questions.push(question)
  }
  terminate(): void {
    this.isEnded = true
  }
}

beforeEach(() => {
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

const sourceOf = (url: string): GridRowSource => ({ kind: 'url', url, columns: ['dn'] })
const [EARLIER, LATER] = [sourceOf('/earlier'), sourceOf('/later')]
const VIEW = { sort: [], find: '', columns: ['dn'], filters: [] }
const ACCESS = { access: () => 'token', renew: () => Promise.resolve(false) }
const LOADED = { kind: 'loaded', count: 3, columns: ['dn'], facts: {}, isDone: true } as const

it('reads each source once, up to the cells that are seen first', () => {
  const ahead = new RowsAhead()
  ahead.read([EARLIER, LATER], VIEW, ACCESS)
  ahead.read([EARLIER, LATER], VIEW, ACCESS)
  const [worker] = FakeWorker.all
  worker!.onmessage!({ data: LOADED })
  worker!.onmessage!({ data: { kind: 'viewed', hits: 3, found: [] } })

  expect(FakeWorker.all).toHaveLength(2)
  expect(worker!.questions.map(({ kind }) => kind)).toContain('slice')
})

it('hands rows over, and then reads them again when they are wanted once more', () => {
  const ahead = new RowsAhead()
  ahead.read([LATER], VIEW, ACCESS)
  const client = ahead.take(LATER)

  expect(client?.source).toBe(LATER)
  expect(FakeWorker.all[0]?.isEnded).toBe(false)
  expect(ahead.take(LATER)).toBeUndefined()
})

it('gives up what was passed over', () => {
  const ahead = new RowsAhead()
  ahead.read([EARLIER, LATER], VIEW, ACCESS)
  ahead.keepOnly([LATER])

  expect(FakeWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, false])
  expect(ahead.take(EARLIER)).toBeUndefined()
})

it('does not hand over what could not be read', async () => {
  const ahead = new RowsAhead()
  ahead.read([LATER], VIEW, ACCESS)
  FakeWorker.all[0]!.onmessage!({ data: { kind: 'failed', status: 500, message: 'no' } })
  await Promise.resolve()

  expect(ahead.take(LATER)).toBeUndefined()
  expect(FakeWorker.all[0]!.isEnded).toBe(true)
})
