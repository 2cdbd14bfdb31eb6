import type { MouseEvent } from 'react'
import type { CellPlace } from './range.ts'

/** The column of a cell or a name that an event happened on. */
export function columnUnder(event: MouseEvent): number | undefined {
  const cell = (event.target as Element).closest('[aria-colindex]')
  return cell ? Number(cell.getAttribute('aria-colindex')) - 1 : undefined
}

/** The cell that an event happened on; row -1 is the head. */
export function cellUnder(event: MouseEvent): CellPlace | undefined {
  const row = (event.target as Element).closest('[aria-rowindex]')
  const column = columnUnder(event)
  if (!row || column === undefined) return undefined
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column }
}
