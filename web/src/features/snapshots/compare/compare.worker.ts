/// <reference lib="webworker" />
import { csvLines } from '../../../components/rows-grid/text-of-cells.ts'
import type { Cell } from '../../../components/rows-grid/cell.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import type { CompareAnswer, CompareNews, CompareQuestion, CompareRequest } from './compare-messages.ts'
import { CompareStore } from './compare-store.ts'

/** A comparison in its own thread: ten thousand rows are read, filtered and grouped without holding up the page. */
let store: CompareStore | undefined

const tell = (news: CompareNews): void => {
  postMessage(news)
}

addEventListener('message', ({ data }: MessageEvent<CompareQuestion>) => {
  answer(data).then(
    (news) => news && tell(news),
    (error: unknown) => tell(failed(data, (error as Error).message)),
  )
})

async function answer(question: CompareQuestion): Promise<CompareNews | undefined> {
  if (question.kind === 'load') return load(question.body, question.access)
  if (question.kind === 'empty') {
    store = undefined
    return { kind: 'emptied' }
  }
  if (!store) return 'id' in question ? failed(question, 'Nothing was compared yet.') : undefined
  if (question.kind === 'view') return { kind: 'viewed', viewed: store.view(question.view) }
  if (question.kind === 'slice') {
    const { block, asked, from, to } = question
    return { kind: 'slice', block, asked, items: store.slice(from, to) }
  }
  return { kind: 'answer', id: question.id, answer: answerOf(store, question) }
}

function failed(question: CompareQuestion, message: string): CompareNews {
  return 'id' in question ? { kind: 'unanswered', id: question.id, message } : { kind: 'failed', status: 0, message }
}

function answerOf(known: CompareStore, question: CompareRequest): CompareAnswer {
  switch (question.kind) {
    case 'entry':
      return known.entry(question.place)
    case 'entries':
      return known.entries(question.most)
    case 'marks':
      return known.marks()
    case 'file':
      return fileOf(known, question.format)
  }
}

async function load(body: unknown, access: string): Promise<CompareNews> {
  const reply = await fetch('/api/history/compare/', {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) return refused(reply)
  store = new CompareStore((await reply.json()) as Wire.CompareReply)
  return { kind: 'loaded', comparison: store.comparison }
}

async function refused(reply: Response): Promise<CompareNews> {
  const {
    detail,
    request_id: requestId,
    ...fields
  } = (await reply.json().catch(() => ({}))) as {
    readonly detail?: string
    readonly request_id?: string
  } & Readonly<Record<string, unknown>>
  const faults = Object.entries(fields).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  return {
    kind: 'failed',
    status: reply.status,
    message: detail ?? (faults.flatMap(([, messages]) => messages).join(' ') || `The server answered ${reply.status}.`),
    fields: Object.fromEntries(faults),
    ...(requestId !== undefined && { requestId }),
  }
}

/** As the server writes it, for what only this page has. */
function fileOf(known: CompareStore, format: 'csv' | 'ndjson'): Blob {
  const lines = [...known.changes()]
  if (format === 'ndjson') {
    const texts = lines.map(({ entry: { change, name }, field: { name: of, before, after } }) =>
      JSON.stringify({ change, key: name, field: of, before, after }),
    )
    return new Blob([`${texts.join('\n')}\n`], { type: 'application/x-ndjson' })
  }
  const rows = lines.map(
    ({ entry, field }) => [entry.change, entry.name, field.name, field.before, field.after] as Cell[],
  )
  return new Blob([csvLines([['change', 'key', 'field', 'before', 'after'], ...rows])], { type: 'text/csv' })
}
