/** A cell of the view; row -1 is the head. */
export type CellPlace = { readonly row: number; readonly column: number }
export type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** The cells between two corners, both included. */
export const cellsBetween = (one: CellPlace, other: CellPlace): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})
