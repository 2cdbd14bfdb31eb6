import type { RequestSource } from '@heddle/contract/automation.ts'
import type { RowsToRead } from '../../row-work/index.ts'
import type { LaunchSelection } from '../automation.tables.ts'

/** What gave the rows, so that it can be asked again. */
export type Origin = Omit<LaunchSelection, 'mapping' | 'filter'>

/** A source whose rows are about to be read. */
export type OpenedSource = {
  readonly columns: readonly string[]
  /** Those of `columns` that the query itself gives. */
  readonly ownColumns: readonly string[]
  /** In parts of a few hundred, in the order of the result. */
  readonly rows: AsyncIterable<RowsToRead> | Iterable<RowsToRead>
  readonly source: Omit<RequestSource, 'row_count'>
  readonly origin: Origin
  readonly warnings: readonly string[]
}

/** A source that exists. Its columns are unknown until its query has run. */
export type FoundSource = {
  readonly columns?: readonly string[]
  readonly ownColumns?: readonly string[]
  readonly open: (signal: AbortSignal) => Promise<OpenedSource>
}

export const NO_SOURCE: Omit<RequestSource, 'row_count' | 'type'> = {
  saved_query: null,
  snapshot: null,
  snapshot_a: null,
  snapshot_b: null,
  execution: null,
  scheduled_execution: null,
}
