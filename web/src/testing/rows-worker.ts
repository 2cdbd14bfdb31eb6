import { cellText } from '../components/rows-grid/cell.ts'
import { RowStore } from '../components/rows-grid/row-store.ts'
import { textOfCells } from '../components/rows-grid/text-of-cells.ts'
import type { News, RowsPart, RowsQuestion } from '../components/rows-grid/view-messages.ts'

/** What the thread of a grid answers, on the thread of the test: browsers in tests have no workers. */
export class RowsWorker {
  onmessage: ((event: { readonly data: News }) => void) | undefined
  #store = new RowStore()
  #order: Uint32Array = new Uint32Array()

  postMessage(question: RowsQuestion): void {
    const news = this.#answer(question)
    queueMicrotask(() => this.onmessage?.({ data: news }))
  }

  terminate(): void {
    this.onmessage = undefined
  }

  #answer(question: RowsQuestion): News {
    switch (question.kind) {
      case 'rows':
        this.#store.announce(question.columns)
        for (const row of question.rows) this.#store.add(row)
        return {
          kind: 'loaded',
          count: this.#store.count,
          columns: this.#store.columns,
          facts: this.#store.facts(),
          isDone: true,
        }
      case 'empty':
        this.#store = new RowStore()
        this.#order = new Uint32Array()
        return { kind: 'emptied' }
      case 'view':
        this.#order = this.#store.view(question)
        return { kind: 'viewed', hits: this.#order.length, found: this.#store.found(question) }
      case 'slice':
        return { kind: 'slice', id: question.id, asked: question.asked, cells: this.#cellsOf(question) }
      case 'text': {
        const answer = textOfCells(question.columns, this.#cellsOf(question), question.format)
        return { kind: 'answer', id: question.id, answer }
      }
      case 'list': {
        const rows = [...this.#order.subarray(question.from, question.to)]
        const answer = rows.map((row) => cellText(this.#store.cell(row, question.column))).join('\n')
        return { kind: 'answer', id: question.id, answer }
      }
      case 'row': {
        const row = this.#order[question.place] ?? -1
        return { kind: 'answer', id: question.id, answer: question.columns.map((name) => this.#store.cell(row, name)) }
      }
      case 'first':
        return { kind: 'answer', id: question.id, answer: this.#store.firstWith(this.#order, question) }
      case 'distinct': {
        const answer = this.#store.distinct(question.column, question.view, question)
        return { kind: 'answer', id: question.id, answer }
      }
      default:
        throw new Error(`no test needs ${question.kind} yet`)
    }
  }

  #cellsOf({ from, to, columns }: RowsPart) {
    return [...this.#order.subarray(from, to)].map((row) => columns.map((name) => this.#store.cell(row, name)))
  }
}
