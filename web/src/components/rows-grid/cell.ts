import type { Value } from '@heddle/domain/values/row.ts'

/** Stands for a cell that its row lacks, which is not the same as null. No text of a controller begins with NUL. */
export const ABSENT = '\0absent'
export type Cell = Value

/** A cell as one reads it: lists and objects as JSON, nothing for what is not there. */
export function cellText(cell: Cell): string {
  if (cell === ABSENT || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
