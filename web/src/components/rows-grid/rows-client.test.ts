import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowsClient } from './rows-client.ts'
import type { News, RowsQuestion } from './view-messages.ts'

class FakeWorker {
  static last: FakeWorker
  readonly questions: RowsQuestion[] = []
  onmessage: ((event: { data: News }) => void) | undefined
  constructor() {
    FakeWorker.last = this
  }
  postMessage(question: RowsQuestion): void {
    this.questions.push(question)
  }
  terminate(): void {}
  tell(news: News): void {
    this.onmessage?.({ data: news })
  }
  kinds(): readonly string[] {
    return this.questions.map(({ kind }) => kind)
  }
}

beforeEach(() => vi.stubGlobal('Worker', FakeWorker))
afterEach(() => vi.unstubAllGlobals())

const COLUMNS = ['dn']
const VIEW = { sort: [], find: '', columns: COLUMNS, filters: [] }
const ACCESS = { access: () => 'token', renew: () => Promise.resolve(false) }

function started(): { readonly client: RowsClient; readonly worker: FakeWorker } {
  const client = new RowsClient({ kind: 'url', url: '/rows', columns: COLUMNS })
  client.look(VIEW)
  client.start(ACCESS)
  return { client, worker: FakeWorker.last }
}

it('loads the rows, and looks again whenever more have arrived', () => {
  const { client, worker } = started()
  worker.tell({ kind: 'viewed', hits: 0, found: [] })
  worker.tell({ kind: 'loaded', count: 200, columns: COLUMNS, facts: {}, isDone: false })
  worker.tell({ kind: 'viewed', hits: 200, found: [] })

  expect(worker.questions[0]).toEqual({ kind: 'load', url: '/rows', access: 'token', columns: COLUMNS })
  expect(worker.kinds()).toEqual(['load', 'view', 'view'])
  expect(client.store.getState()).toMatchObject({ count: 200, hits: 200, isDone: false })
})

it('looks at one view at a time, and at the newest in the end', () => {
  const { client, worker } = started()
  client.look({ ...VIEW, find: 'a' })
  client.look({ ...VIEW, find: 'ab' })
  worker.tell({ kind: 'viewed', hits: 9, found: [] })
  worker.tell({ kind: 'viewed', hits: 1, found: [] })

  expect(worker.questions.filter(({ kind }) => kind === 'view')).toEqual([
    { kind: 'view', ...VIEW },
    { kind: 'view', ...VIEW, find: 'ab' },
  ])
})

it('asks for each block of cells once for each view, and shows the earlier ones meanwhile', () => {
  const { client, worker } = started()
  client.rowAt(0)
  client.rowAt(199)
  client.rowAt(200)
  worker.tell({ kind: 'slice', id: 0, asked: 1, cells: [['uni/tn-a']] })

  expect(worker.questions.filter(({ kind }) => kind === 'slice')).toHaveLength(2)
  expect(client.rowAt(0)).toEqual(['uni/tn-a'])

  worker.tell({ kind: 'viewed', hits: 1, found: [] })
  expect(client.rowAt(0)).toEqual(['uni/tn-a'])
  worker.tell({ kind: 'slice', id: 0, asked: 2, cells: [['uni/tn-b']] })
  expect(client.rowAt(0)).toEqual(['uni/tn-b'])
})

it('shows no cell under a column that it is not of', () => {
  const { client, worker } = started()
  client.rowAt(0)
  worker.tell({ kind: 'slice', id: 0, asked: 1, cells: [['uni/tn-a']] })
  client.look({ ...VIEW, columns: ['name', 'dn'] })
  worker.tell({ kind: 'slice', id: 0, asked: 1, cells: [['uni/tn-a']] })

  expect(client.rowAt(0)).toBeUndefined()
})

it('keeps what came before a failure, and says what failed', () => {
  const { client, worker } = started()
  worker.tell({ kind: 'loaded', count: 5, columns: COLUMNS, facts: {}, isDone: false })
  worker.tell({ kind: 'failed', status: 404, message: 'Not found.' })

  expect(client.store.getState()).toMatchObject({
    count: 5,
    isDone: true,
    failure: { status: 404, message: 'Not found.' },
  })
})

it('asks again with a new token when the old one has ended', async () => {
  const client = new RowsClient({ kind: 'url', url: '/rows', columns: COLUMNS })
  let token = 'old'
  const renewed = () => {
    token = 'new'
    return Promise.resolve(true)
  }
  client.start({ access: () => token, renew: renewed })
  const worker = FakeWorker.last
  worker.tell({ kind: 'failed', status: 401, message: 'The token has ended.' })
  await vi.waitFor(() => expect(worker.questions).toHaveLength(3))

  expect(worker.questions.at(-1)).toMatchObject({ kind: 'load', access: 'new' })
  expect(client.store.getState().failure).toBeUndefined()
})

it('answers questions in any order, and says what went wrong with one', async () => {
  const { client, worker } = started()
  const part = { from: 0, to: 1, columns: COLUMNS }
  const [first, second] = [
    client.ask({ kind: 'text', format: 'tsv', ...part }),
    client.ask({ kind: 'list', from: 0, to: 1, column: 'dn' }),
  ]
  worker.tell({ kind: 'answer', id: 2, answer: 'uni/tn-b' })
  worker.tell({ kind: 'unanswered', id: 1, message: 'Out of memory.' })

  await expect(second).resolves.toBe('uni/tn-b')
  await expect(first).rejects.toThrow('Out of memory.')
})
