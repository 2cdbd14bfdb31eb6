import type { Static, TObject } from 'typebox'
import type { Row } from '../query/row.ts'

/** Rows and the columns all of them have, in order. */
export type RowTable = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

export type StepResult = RowTable & {
  /** What the user should know, such as how many rows an expression failed for. */
  readonly warnings: readonly string[]
}

export type StepContext = {
  /** More rows than this end the step with a `StepFailure`. */
  readonly maxRows: number
  /** For `lookup`: what the other saved query gave. */
  readonly lookup?: RowTable
}

/** Something wrong with a configuration that its schema can not express. */
export type ConfigFault = {
  /** Dotted, from the configuration down, such as `by.0.column`. */
  readonly path: string
  readonly message: string
  readonly suggestions?: readonly string[]
}

/** Columns as far as they are known before running; undefined when they are not. */
export type Columns = readonly string[] | undefined

/**
 * One type of post-processor. Methods rather than function properties, so that processors of different configurations
 * fit into one registry; `post-processors.ts` makes sure each gets a configuration its schema has accepted.
 */
export type PostProcessor<Config = unknown, Schema extends TObject = TObject> = {
  readonly type: string
  readonly config: Schema
  /** Each row leads to its rows without a look at others, so pages can be worked on as they arrive. */
  readonly rowwise: boolean
  /** Columns that have to be there; undefined: looks at all there are. */
  needs(config: Config): readonly string[] | undefined
  /** Columns afterwards; undefined when only running tells, as for `pivot`. */
  gives(columns: Columns, config: Config): Columns
  check?(config: Config, columns: Columns): readonly ConfigFault[]
  apply(table: RowTable, config: Config, context: StepContext): StepResult
}

/** Ties the type of the configuration to its schema. */
export function definePostProcessor<Schema extends TObject>(processor: PostProcessor<Static<Schema>, Schema>): PostProcessor {
  return processor
}
