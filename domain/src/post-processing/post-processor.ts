import type { Static, TObject } from 'typebox'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Suggestions } from '../suggest.ts'
import type { Row } from '../values/row.ts'
import type { TableSize, WrittenColumns } from './table-size.ts'

/** Rows and their common columns, in order. */
export type RowTable = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

/** The rows of another query; in a merged run they may belong to one connection each, named by `@controller`. */
export type LookedUp = RowTable & { readonly perController?: boolean }

export type StepResult = RowTable & {
  /** What the user should know, such as how many rows an expression failed for. */
  readonly warnings: readonly string[]
}

export type StepContext = {
  /** More rows than this end the step with a `StepFailure`. */
  readonly maxRows: number
  /** What the rows take, so that they never get too large. */
  readonly size?: TableSize
  /** For `lookup`: the result of the other saved query. */
  readonly lookup?: LookedUp
  /** How values of columns are equal, if not as text. */
  readonly comparisons?: PostProcessorStep['comparisons']
}

/** What is wrong with one place of a configuration. */
export type ConfigFault = {
  /** Dotted, from the configuration down, such as `by.0.column`. */
  readonly path: string
  readonly message: string
  readonly suggestions?: readonly string[]
}

/** The columns, if they are known before the run. */
export type Columns = readonly string[] | undefined

/**
 * One type of post-processor. Methods rather than function properties, so that processors with different configurations
 * fit into one registry; `post-processors.ts` makes sure each gets a configuration its schema accepts.
 */
export type PostProcessor<Config = unknown, Schema extends TObject = TObject> = {
  readonly type: string
  readonly config: Schema
  /** Each row is processed independently of the others, so pages can be processed as they arrive. */
  readonly rowwise: boolean
  /** The columns the step requires; undefined when it reads all of them. */
  needs(config: Config): readonly string[] | undefined
  /** The columns that make a difference to the step, if not just those it needs; undefined when all may. */
  consults?(config: Config): readonly string[] | undefined
  /** The columns after the step; undefined when they depend on the rows, as for `pivot`. */
  gives(columns: Columns, config: Config): Columns
  /** What the step writes, given the columns before and after it; left out if it writes nothing. */
  writes?(config: Config, before: readonly string[], after: readonly string[]): WrittenColumns
  check?(config: Config, columns: Columns, suggestions: Suggestions): readonly ConfigFault[]
  apply(table: RowTable, config: Config, context: StepContext): StepResult
}

/** Ties the type of the configuration to its schema. */
export function definePostProcessor<Schema extends TObject>(
  processor: PostProcessor<Static<Schema>, Schema>,
): PostProcessor {
  return processor
}
