import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import { measureRows, type Measurement } from '@heddle/domain/query-metric/measure-rows.ts'
import type { RunInput } from './engine-types.ts'
import type { RunContext } from './run-context.ts'

export type Measured = { readonly measurement: Measurement | null }

/** A column that the rows lack is a warning of the run. */
export function measureResult(
  { measure, merge }: RunInput,
  { columns, rows }: Shaped,
  { telling }: RunContext,
): Measurement | null {
  if (measure === undefined) return null
  const wanted = measure.value === 'rows' ? measure.labels : [measure.value, ...measure.labels]
  const missing = rows.length > 0 ? wanted.filter((name) => !columns.includes(name)) : []
  for (const name of missing) telling.warnings.add(`metric: the rows have no column ${name}`)
  const read = merge?.connections.filter(({ name }) => !telling.failedConnections.has(name))
  return measureRows(
    measure,
    rows,
    read?.map(({ name }) => name),
  )
}
