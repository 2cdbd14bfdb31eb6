import type { Expect, Parameter } from '@heddle/contract/queries.ts'

/** The parts of a saved query that a run needs, or of a draft instead of it. */
export type QueryToRun = {
  /** Empty for a draft of no saved query. */
  readonly id: string
  readonly name: string
  readonly controllerConnectionId: string
  readonly nodes: unknown
  readonly edges: unknown
  readonly postProcessors: readonly unknown[]
  /** The variables it declares. */
  readonly parameters: readonly Parameter[]
  /** What its rows should be like; looked at only for the query that is run, not for one it looks up in. */
  readonly expect?: Expect | null
  /** What is not as expected is for a person to judge. */
  readonly look?: boolean
}

/** The parts of a query that a run needs, without the others of its row. */
export const queryToRun = ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect,
  look,
}: QueryToRun): QueryToRun => ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect: expect ?? null,
  look: look ?? false,
})
