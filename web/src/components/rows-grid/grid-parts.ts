import type { ScreenPlace } from '../menu-at.tsx'
import type { Opening } from './opening.ts'
import type { Range } from './range.ts'
import type { Loaded } from './rows-client.ts'
import type { GridFocus } from './use-grid-focus.ts'
import type { GridMeasures } from './use-grid-measures.ts'
import type { ViewState } from './view-state.ts'

/** What keys and mouse of a grid read and change. */
export type GridParts = {
  readonly loaded: Loaded
  readonly columns: readonly string[]
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly measures: GridMeasures
  readonly focus: GridFocus
  readonly onOpen: (opening: Opening) => void
  /** Opens the menu of what has the focus, where it is. */
  readonly openHere: () => void
  readonly onCopy: (range: Range) => void
  readonly onRow: () => void
}

/** Opens the menu of a column. */
export function openHead({ columns, measures, onOpen }: GridParts, index: number, at: ScreenPlace): void {
  onOpen({ kind: 'head', column: columns[index]!, width: measures.layout.widths[index]!, at })
}
