/// <reference lib="webworker" />
import { linesOfStream } from '@heddle/client/lines.ts'
import { type ChartChoice, chartData } from './chart-data.ts'
import { ABSENT, type Cell, cellText } from './cell.ts'
import { fileOfRows } from './file-of-rows.ts'
import { RowStore } from './row-store.ts'
import { textOfCells } from './text-of-cells.ts'
import type { RowsAnswer, AnswerableQuestion, News, RowsPart, RowsQuestion } from './view-messages.ts'

/** Rows in a thread of their own: the page holds only the cells that are seen. */
let store = new RowStore()
let order: Uint32Array = new Uint32Array()

/** The first rows are shown at once, the others whenever there are half as many again. */
const FIRST_BATCH = 200
/** More would take more memory than a browser gives a page. */
const MOST_ROWS = 1_000_000

const tell = (news: News): void => {
  postMessage(news)
}

addEventListener('message', ({ data }: MessageEvent<RowsQuestion>) => {
  answer(data).then(tell, (error: unknown) => tell(failed(data, (error as Error).message)))
})

async function answer(question: RowsQuestion): Promise<News> {
  switch (question.kind) {
    case 'load':
      return load(question.url, question.access, question.columns)
    case 'rows':
      store.announce(question.columns)
      for (const row of question.rows) store.add(row)
      return loaded(true)
    case 'empty':
      store = new RowStore()
      order = new Uint32Array()
      return { kind: 'emptied' }
    case 'view':
      order = store.view(question)
      return { kind: 'viewed', hits: order.length, found: store.found(question) }
    case 'slice':
      return { kind: 'slice', id: question.id, asked: question.asked, cells: cellsOf(question) }
    default:
      return { kind: 'answer', id: question.id, answer: answerOf(question) }
  }
}

function failed(question: RowsQuestion, message: string): News {
  const isAsked =
    question.kind === 'text' ||
    question.kind === 'list' ||
    question.kind === 'file' ||
    question.kind === 'row' ||
    question.kind === 'first' ||
    question.kind === 'distinct' ||
    question.kind === 'chart'
  return isAsked ? { kind: 'unanswered', id: question.id, message } : { kind: 'failed', status: 0, message }
}

function answerOf(question: AnswerableQuestion): RowsAnswer {
  switch (question.kind) {
    case 'text':
      return textOfCells(question.columns, cellsOf(question), question.format)
    case 'list': {
      const values = Array.from(order.subarray(question.from, question.to), (row) =>
        cellText(store.cell(row, question.column)),
      )
      return [...new Set(values.filter((value) => value !== ''))].join('\n')
    }
    case 'file':
      return fileOfRows(store, question.isAll ? undefined : order, question)
    case 'row':
      return question.columns.map((name) => store.cell(order[question.place] ?? -1, name))
    case 'first':
      return store.firstWith(order, question)
    case 'chart':
      return chartData(pairsOf(question.choice), question.choice, question.isSorted)
    case 'distinct':
      return store.distinct(question.column, question.view, question)
  }
}

const loaded = (isDone: boolean, total?: number): News => ({
  kind: 'loaded',
  count: store.count,
  columns: store.columns,
  facts: store.facts(),
  isDone,
  ...(total !== undefined && { total }),
})

function* pairsOf({ x, y }: ChartChoice): Generator<readonly [Cell, Cell]> {
  for (const row of order) yield [store.cell(row, x), y === undefined ? ABSENT : store.cell(row, y)]
}

const cellsOf = ({ from, to, columns }: RowsPart) =>
  Array.from(order.subarray(from, to), (row) => columns.map((name) => store.cell(row, name)))

async function load(url: string, access: string, columns: readonly string[]): Promise<News> {
  store.announce(columns)
  const reply = await fetch(url, { headers: { authorization: `Bearer ${access}` } })
  if (!reply.ok || !reply.body) return refused(reply)
  let told = 0
  let total = 0
  for await (const line of linesOfStream(reply.body)) {
    total += 1
    // Lines are cheap: the true count is worth reading on.
    if (total > MOST_ROWS) continue
    store.add(JSON.parse(line) as Record<string, unknown>)
    if (store.count - told < Math.max(FIRST_BATCH, told / 2)) continue
    told = store.count
    tell(loaded(false))
  }
  return loaded(true, total > store.count ? total : undefined)
}

async function refused(reply: Response): Promise<News> {
  const { detail, request_id } = (await reply.json().catch(() => ({}))) as { detail?: string; request_id?: string }
  return {
    kind: 'failed',
    status: reply.status,
    message: detail ?? `The server answered ${reply.status}.`,
    ...(request_id !== undefined && { requestId: request_id }),
  }
}
