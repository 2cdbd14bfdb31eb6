import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { AUTOMATION_KEY } from '../api.ts'

type Search = Partial<Record<string, string>>

/** Where the rows of a launch come from, as the address says. */
export type SourceSearch = {
  readonly execution?: string
  readonly snapshot?: string
  readonly snapshot_a?: string
  readonly snapshot_b?: string
  /** Which of the rows; an expression. */
  readonly filter?: string
}

/** As the API takes it, and the columns that its rows have. */
export type RowSource = {
  readonly kind: 'run' | 'capture' | 'comparison'
  readonly rowsFrom: unknown
  readonly columns: readonly string[]
}

/** Undefined: the rows are typed. */
export function sourceIn({ filter, ...search }: Search): SourceSearch | undefined {
  const rows = rowsIn(search)
  return rows && { ...rows, ...(filter !== undefined && { filter }) }
}

function rowsIn({ execution, snapshot, snapshot_a, snapshot_b }: Search): SourceSearch | undefined {
  if (execution !== undefined) return { execution }
  if (snapshot !== undefined) return { snapshot }
  return snapshot_a !== undefined && snapshot_b !== undefined ? { snapshot_a, snapshot_b } : undefined
}

export const rowSource = (heddle: Heddle, source: SourceSearch) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'row-source', source],
    queryFn: ({ signal }) => readSource(heddle, source, signal),
    staleTime: Infinity,
  })

async function readSource(
  { queries, history }: Heddle,
  { execution, snapshot, snapshot_a, snapshot_b }: SourceSearch,
  signal: AbortSignal,
): Promise<RowSource> {
  if (execution !== undefined) {
    const run = await queries.executionLogs.get(execution, { signal })
    const { saved_query, controller_connection, variables, columns } = run
    const rowsFrom = { saved_query, variables, ...(controller_connection !== null && { controller_connection }) }
    return { kind: 'run', rowsFrom, columns }
  }
  if (snapshot !== undefined) {
    const { columns } = await history.snapshots.get(snapshot, { page_size: 1 }, { signal })
    return { kind: 'capture', rowsFrom: { snapshot }, columns }
  }
  const { columns } = await history.snapshots.get(snapshot_b ?? '', { page_size: 1 }, { signal })
  return { kind: 'comparison', rowsFrom: { compare: { snapshot_a, snapshot_b } }, columns }
}
