import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowsClient } from './rows-client.ts'
import type { News, Question } from './view-messages.ts'

class FakeWorker {
  static last: FakeWorker
  readonly questions: Question[] = []
  onmessage: ((event: { data: News }) => void) | undefined
  constructor() {
    FakeWorker.last = this
  }
  postMessage(question: Question): void {
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
const VIEW = { sort: [], find: '', columns: COLUMNS }

function started(): { readonly client: RowsClient; readonly worker: FakeWorker } {
  const client = new RowsClient({ kind: 'url', url: '/rows', columns: COLUMNS })
  client.look(VIEW)
  client.start('token')
  return { client, worker: FakeWorker.last }
}

it('loads the rows, and looks again whenever more have arrived', () => {
  const { client, worker } = started()
  worker.tell({ kind: 'loaded', count: 200, columns: COLUMNS, isDone: false })
  worker.tell({ kind: 'viewed', hits: 200 })

  expect(worker.questions[0]).toEqual({ kind: 'load', url: '/rows', access: 'token', columns: COLUMNS })
  expect(worker.kinds()).toEqual(['load', 'view', 'view'])
  expect(client.loaded()).toMatchObject({ count: 200, hits: 200, isDone: false })
})

it('asks for each block of cells once, until the view changes', () => {
  const { client, worker } = started()
  client.rowAt(0)
  client.rowAt(199)
  client.rowAt(200)
  worker.tell({ kind: 'slice', id: 0, cells: [['uni/tn-a']] })

  expect(worker.questions.filter(({ kind }) => kind === 'slice')).toHaveLength(2)
  expect(client.rowAt(0)).toEqual(['uni/tn-a'])

  worker.tell({ kind: 'viewed', hits: 1 })
  expect(client.rowAt(0)).toBeUndefined()
})

it('shows no cell under a column that it is not of', () => {
  const { client, worker } = started()
  client.rowAt(0)
  worker.tell({ kind: 'slice', id: 0, cells: [['uni/tn-a']] })
  client.look({ ...VIEW, columns: ['name', 'dn'] })

  expect(client.rowAt(0)).toBeUndefined()
})

it('keeps what came before a failure, and says what failed', () => {
  const { client, worker } = started()
  worker.tell({ kind: 'loaded', count: 5, columns: COLUMNS, isDone: false })
  worker.tell({ kind: 'failed', status: 404, message: 'Not found.' })

  expect(client.loaded()).toMatchObject({ count: 5, isDone: true, failure: 'Not found.' })
})
