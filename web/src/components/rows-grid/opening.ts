import type { ScreenPlace } from '../menu-at.tsx'
import type { CellPlace, Range } from './range.ts'

/** What the grid asks to be opened beside it, and where. */
export type Opening =
  | { readonly kind: 'cell'; readonly place: CellPlace; readonly range: Range; readonly at: ScreenPlace }
  | { readonly kind: 'head'; readonly column: string; readonly width: number; readonly at: ScreenPlace }
  | { readonly kind: 'filter'; readonly column: string; readonly at: ScreenPlace }
