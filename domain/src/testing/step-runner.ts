import type { PostProcessorStep } from '../canvas/canvas.ts'
import { makeRow } from '../values/cells.ts'
import type { RowTable } from '../post-processing/post-processor.ts'
import { applyStep, checkStep } from '../post-processing/post-processors.ts'
import type { Value } from '../values/row.ts'

export type Cells = readonly (readonly Value[])[]

/** A table out of its header and the cells of its rows. */
export function tableOf(columns: string, cells: Cells): RowTable {
  const names = columns === '' ? [] : columns.split(' ')
  return { columns: names, rows: cells.map((values) => makeRow(names, (_, index) => values[index] ?? null)) }
}

export function stepOf(type: string, config: PostProcessorStep['config'], enabled = true): PostProcessorStep {
  return { id: 'step', type, enabled, config }
}

/** The result of one step for a table, written like the table. Its configuration must be valid. */
export function runStep(
  type: string,
  config: PostProcessorStep['config'],
  table: RowTable,
  { lookup, maxRows = 1_000 }: { readonly lookup?: RowTable; readonly maxRows?: number } = {},
): { readonly columns: string; readonly cells: Cells; readonly warnings: readonly string[] } {
  const step = stepOf(type, config)
  const faults = checkStep(step, undefined, 'step')
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('; '))
  const before = structuredClone(table.rows)
  const { columns, rows, warnings } = applyStep(step, table, { maxRows, ...(lookup && { lookup }) })
  if (JSON.stringify(before) !== JSON.stringify(table.rows)) throw new Error(`${type} changed its input`)
  if (rows.some((row) => Object.keys(row).join() !== columns.join()))
    throw new Error(`${type} returned rows that differ from its columns`)
  return { columns: columns.join(' '), cells: rows.map((row) => Object.values(row)), warnings }
}

/** The messages of all faults of a step, each after its path in the configuration. */
export function faultsOf(type: string, config: PostProcessorStep['config'], columns?: string): string[] {
  return checkStep(stepOf(type, config), columns?.split(' '), 'step').map(({ path, message }) => `${path}: ${message}`)
}
