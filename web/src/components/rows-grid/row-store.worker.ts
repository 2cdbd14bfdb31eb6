/// <reference lib="webworker" />
import { linesOf } from '@heddle/client/lines.ts'
import { cellText } from './cell.ts'
import { RowStore } from './row-store.ts'
import { textOfCells } from './text-of-cells.ts'
import type { News, Question } from './view-messages.ts'

/** Rows in a thread of their own: the page holds only the cells that are seen. */
const store = new RowStore()
let order: Uint32Array = new Uint32Array()

/** The first rows are shown at once, the others in batches of this many. */
const BATCH = 10_000
const FIRST_BATCH = 200

const tell = (news: News): void => {
  postMessage(news)
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).then(tell, (error: unknown) => tell({ kind: 'failed', status: 0, message: (error as Error).message }))
})

async function answer(question: Question): Promise<News> {
  switch (question.kind) {
    case 'load':
      return load(question.url, question.access, question.columns)
    case 'rows':
      store.announce(question.columns)
      for (const row of question.rows) store.add(row)
      return loaded(true)
    case 'view':
      order = store.view(question)
      return { kind: 'viewed', hits: order.length }
    case 'slice':
      return { kind: 'slice', id: question.id, cells: cellsOf(question) }
    case 'text': {
      const cells = cellsOf(question).map((row) => row.map(cellText))
      return { kind: 'text', id: question.id, text: textOfCells(cells, question.format) }
    }
  }
}

const loaded = (isDone: boolean): News => ({ kind: 'loaded', count: store.count, columns: store.columns, isDone })

const cellsOf = ({ from, to, columns }: { readonly from: number; readonly to: number; readonly columns: readonly string[] }) =>
  Array.from(order.subarray(from, to), (row) => columns.map((name) => store.cell(row, name)))

async function load(url: string, access: string, columns: readonly string[]): Promise<News> {
  store.announce(columns)
  const reply = await fetch(url, { headers: { authorization: `Bearer ${access}` } })
  if (!reply.ok || !reply.body) {
    const { detail } = (await reply.json().catch(() => ({}))) as { detail?: string }
    return { kind: 'failed', status: reply.status, message: detail ?? `The server answered ${reply.status}.` }
  }
  let told = 0
  for await (const line of linesOf(reply.body)) {
    store.add(JSON.parse(line) as Record<string, unknown>)
    if (store.count - told < (told === 0 ? FIRST_BATCH : BATCH)) continue
    told = store.count
    tell(loaded(false))
  }
  return loaded(true)
}
