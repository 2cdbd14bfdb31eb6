import type { Cell } from './cell.ts'
import type { ChartChoice, ChartData } from './chart-data.ts'
import type { Facts } from './column-facts.ts'
import type { Distinct, FoundColumn, StoreView } from './row-store.ts'
import type { TextFormat } from './text-of-cells.ts'

/** Rows of the view from one place up to another, and some of their columns. */
export type RowsPart = { readonly from: number; readonly to: number; readonly columns: readonly string[] }

/** What the page asks its worker. */
export type RowsQuestion =
  | { readonly kind: 'load'; readonly url: string; readonly access: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'rows'
      readonly rows: readonly Readonly<Record<string, unknown>>[]
      readonly columns: readonly string[]
    }
  /** Forgets the rows: the next ones are of another source. */
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'view' } & StoreView)
  /** `asked` comes back with the cells: by then they may no longer be those of the view. */
  | ({ readonly kind: 'slice'; readonly id: number; readonly asked: number } & RowsPart)
  | ({ readonly kind: 'text'; readonly id: number; readonly format: TextFormat } & RowsPart)
  /** Of the view. */
  | { readonly kind: 'row'; readonly id: number; readonly place: number; readonly columns: readonly string[] }
  | { readonly kind: 'list'; readonly id: number; readonly from: number; readonly to: number; readonly column: string }
  | {
      readonly kind: 'file'
      readonly id: number
      readonly format: 'csv' | 'ndjson'
      readonly columns: readonly string[]
      readonly isAll: boolean
    }
  /** Of the view. */
  | { readonly kind: 'first'; readonly id: number; readonly column: string; readonly find: string }
  /** Of the view. */
  | { readonly kind: 'chart'; readonly id: number; readonly choice: ChartChoice; readonly isSorted: boolean }
  | {
      readonly kind: 'distinct'
      readonly id: number
      readonly column: string
      readonly text: string
      readonly most: number
      readonly view: StoreView
    }

/** What the worker says. */
export type News =
  | {
      readonly kind: 'loaded'
      readonly count: number
      readonly columns: readonly string[]
      readonly facts: Facts
      readonly isDone: boolean
      /** All rows there are, where not all of them are kept. */
      readonly total?: number
    }
  | { readonly kind: 'emptied' }
  | { readonly kind: 'viewed'; readonly hits: number; readonly found: readonly FoundColumn[] }
  | {
      readonly kind: 'slice'
      readonly id: number
      readonly asked: number
      readonly cells: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: RowsAnswer }
  | { readonly kind: 'unanswered'; readonly id: number; readonly message: string }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string; readonly requestId?: string }

/** By the kind of the question. */
export type RowsAnswers = {
  readonly text: string
  readonly list: string
  readonly row: readonly Cell[]
  readonly file: Blob
  readonly distinct: Distinct
  /** The first row of the view with the text in a column; -1 for none. */
  readonly first: number
  readonly chart: ChartData
}
export type RowsAnswer = RowsAnswers[keyof RowsAnswers]
export type AnswerableQuestion = Extract<RowsQuestion, { readonly kind: keyof RowsAnswers }>
/** A question without its number. */
export type ToAsk = { [K in AnswerableQuestion['kind']]: Omit<Extract<AnswerableQuestion, { readonly kind: K }>, 'id'> }
