import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

/** Jobs have no names: they are for a row, or for all. */
export const nameOfExecution = ({ row_index: row }: Pick<Wire.AutomationExecution, 'row_index'>): string =>
  row === null ? words.jobOfAll : words.jobOf(row + 1)
