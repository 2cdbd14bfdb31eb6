/// <reference lib="webworker" />
import { linesOfStream } from '@heddle/client/lines.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { checkCanvas } from './check-canvas.ts'
import { judgeExpectation, type ToJudge } from './judge-expectation.ts'
import { modelOf } from './model-of.ts'
import { preparePreview } from './prepare-preview.ts'
import type { Edit, RowsToLoad, RulesAnswer, RulesQuestion } from './rules-messages.ts'
import { StepPreviews } from './step-previews.ts'
import { vocabulary } from './vocabulary.ts'

/** The server's own rules in a thread of their own: typing never waits for them. */
let model = modelOf([])
let edit: Edit | undefined
let previews: { readonly steps: StepPreviews; readonly takenAt: number } | undefined
/** Counts what was asked: work for an older question stops where it is. */
let newest = 0
/** The rows of the last run: an expectation is judged again with every edit of it. */
let ran: { readonly url: string; readonly rows: Promise<readonly Row[]> } | undefined
let loading: AbortController | undefined

const MOST_SAMPLE_ROWS = 200

const tell = (answer: RulesAnswer): void => {
  postMessage(answer)
}

addEventListener('message', ({ data }: MessageEvent<RulesQuestion>) => {
  // A fault of ours must be seen, as any other error of the page.
  void answer(data).catch(reportError)
})

async function answer(question: RulesQuestion): Promise<void> {
  switch (question.kind) {
    case 'vocabulary':
      tell({ kind: 'vocabulary', vocabulary: vocabulary() })
      break
    case 'classes':
      model = modelOf(question.documents)
      await lookAgain()
      break
    case 'edit':
      edit = question.edit
      await lookAgain()
      break
    case 'rows':
      await load(question.rows)
      break
    case 'sample':
      tell({ kind: 'sample', id: question.id, sample: sampleOf(question.step) })
      break
    case 'judge':
      tell({ kind: 'judged', id: question.id, judged: await judge(question.asked, question.rows) })
      break
  }
}

async function lookAgain(): Promise<void> {
  if (!edit) return
  newest += 1
  tell({ kind: 'checked', checked: checkCanvas(edit.canvas, edit.variables, model) })
  await preview()
}

async function preview(): Promise<void> {
  if (!edit || !previews) return
  const asked = newest
  const { steps: table, takenAt } = previews
  const { steps, faults } = preparePreview({ ...edit, model, columns: table.source.columns, now: takenAt })
  const work = table.run(steps, faults)
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      tell({ kind: 'previewed', previews: step.value })
      return
    }
    await breathe()
    if (asked !== newest) return
  }
}

const turns = new MessageChannel()
/** Lets newer questions in. Unlike a timer, it does not wait. */
async function breathe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.port1.onmessage = () => resolve()
  turns.port2.postMessage(undefined)
  return promise
}

async function load(wanted: RowsToLoad | undefined): Promise<void> {
  loading?.abort()
  newest += 1
  previews = undefined
  if (!wanted) return
  const current = (loading = new AbortController())
  try {
    const rows = await readRows(wanted, current.signal)
    if (current.signal.aborted) return
    previews = { steps: new StepPreviews({ columns: wanted.columns, rows }), takenAt: Date.parse(wanted.takenAt) }
    tell({ kind: 'loaded', count: rows.length })
  } catch (error) {
    if (!current.signal.aborted) tell({ kind: 'load_failed', message: (error as Error).message })
    return
  }
  await preview()
}

async function readRows({ url, access }: RowsToLoad, signal?: AbortSignal): Promise<readonly Row[]> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${access}` }, ...(signal && { signal }) })
  if (!reply.ok || !reply.body) {
    const { detail } = (await reply.json().catch(() => ({}))) as { detail?: string }
    throw new Error(detail ?? `The server answered ${reply.status}.`)
  }
  const rows: Row[] = []
  for await (const line of linesOfStream(reply.body)) rows.push(JSON.parse(line) as Row)
  return rows
}

async function judge(asked: ToJudge, wanted: RowsToLoad | undefined) {
  if (!wanted) return judgeExpectation(asked, undefined, Date.now())
  if (ran?.url !== wanted.url) ran = { url: wanted.url, rows: readRows(wanted) }
  try {
    const table = { columns: wanted.columns, rows: await ran.rows }
    return judgeExpectation(asked, table, Date.parse(wanted.takenAt))
  } catch {
    // What is wrong with it needs no rows; the next edit asks for them again.
    ran = undefined
    return judgeExpectation(asked, undefined, Date.now())
  }
}

function sampleOf(step: string | undefined) {
  const table = previews?.steps.rowsAfter(step)
  return table && { columns: table.columns, rows: table.rows.slice(0, MOST_SAMPLE_ROWS) }
}
