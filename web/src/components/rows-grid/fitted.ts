import type { Facts } from './column-facts.ts'
import { columnWidth } from './column-width.ts'
import { fitWidth, type ViewState } from './view-state.ts'

/** A column as wide as its longest value. */
export const fittedTo = (facts: Facts, view: ViewState, column: string): ViewState => ({
  ...view,
  widths: { ...view.widths, [column]: fitWidth(columnWidth(column, facts[column]?.longest ?? 0, Infinity)) },
})
