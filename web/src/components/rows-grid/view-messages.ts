import type { Cell } from './cell.ts'
import type { SortColumn } from './row-store.ts'

/** What the page asks its worker. */
export type Question =
  | { readonly kind: 'load'; readonly url: string; readonly access: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly columns: readonly string[] }
  | { readonly kind: 'view'; readonly sort: readonly SortColumn[]; readonly find: string; readonly columns: readonly string[] }
  | { readonly kind: 'slice'; readonly id: number; readonly from: number; readonly to: number; readonly columns: readonly string[] }
  | {
      readonly kind: 'text'
      readonly id: number
      readonly from: number
      readonly to: number
      readonly columns: readonly string[]
      readonly format: 'tsv' | 'csv'
    }

/** What the worker says. */
export type News =
  | { readonly kind: 'loaded'; readonly count: number; readonly columns: readonly string[]; readonly isDone: boolean }
  | { readonly kind: 'viewed'; readonly hits: number }
  | { readonly kind: 'slice'; readonly id: number; readonly cells: readonly (readonly Cell[])[] }
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string }
