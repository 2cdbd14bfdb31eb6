import { CONTROLLER_COLUMN } from '@heddle/domain/canvas/names.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import type { LookedUp } from '@heddle/domain/post-processing/post-processor.ts'
import type { MergedConnection } from './engine-types.ts'

/** The rows that a query has on each connection after its own steps, together; each row names its connection. */
export async function rowsPerController(
  connections: readonly MergedConnection[],
  rowsOf: (connection: MergedConnection) => Promise<Shaped>,
): Promise<LookedUp> {
  const parts: Shaped[] = []
  // One after the other: they are held in memory together with the rows of the run.
  for (const connection of connections) parts.push(named(await rowsOf(connection), connection))
  const longest = parts.reduce((one, other) => (other.columns.length > one.columns.length ? other : one), NONE)
  const columns = [...new Set([longest, ...parts].flatMap((part) => part.columns))]
  return { columns, rows: parts.flatMap(({ rows }) => rows), perController: true }
}

const NONE: Shaped = { columns: [], rows: [] }

const named = ({ columns, rows }: Shaped, { name }: MergedConnection): Shaped => ({
  columns: columns.includes(CONTROLLER_COLUMN) ? columns : [...columns, CONTROLLER_COLUMN],
  rows: rows.map((row) => ({ ...row, [CONTROLLER_COLUMN]: name })),
})
