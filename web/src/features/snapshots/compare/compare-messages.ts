import type { CompareFailure, CompareView, Comparison, Entry, ShownItem, ViewedItems } from './comparison.ts'
import type { CellMarks } from '../../../components/rows-grid/cell-marks.ts'

/** What the page asks its worker. */
export type CompareQuestion =
  | { readonly kind: 'load'; readonly body: unknown; readonly access: string }
  /** Forgets the comparison: the next one is of other captures. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'view'; readonly view: CompareView }
  /** `asked` comes back with the items: by then they may no longer be those of the view. */
  | {
      readonly kind: 'slice'
      readonly block: number
      readonly from: number
      readonly to: number
      readonly asked: number
    }
  | ({ readonly id: number } & CompareRequest)

/** What waits for an answer. */
export type CompareRequest =
  | { readonly kind: 'entry'; readonly place: number }
  | { readonly kind: 'entries'; readonly most: number }
  | { readonly kind: 'marks' }
  | { readonly kind: 'file'; readonly format: 'csv' | 'ndjson' }

export type CompareAnswers = {
  /** Of the view, with whole values. */
  readonly entry: Entry | null
  readonly entries: readonly Entry[]
  readonly marks: CellMarks
  readonly file: Blob
}
export type CompareAnswer = CompareAnswers[keyof CompareAnswers]

/** What the worker says. */
export type CompareNews =
  | { readonly kind: 'loaded'; readonly comparison: Comparison }
  | { readonly kind: 'emptied' }
  | { readonly kind: 'viewed'; readonly viewed: ViewedItems }
  | { readonly kind: 'slice'; readonly block: number; readonly asked: number; readonly items: readonly ShownItem[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: CompareAnswer }
  | { readonly kind: 'unanswered'; readonly id: number; readonly message: string }
  | ({ readonly kind: 'failed' } & CompareFailure)
