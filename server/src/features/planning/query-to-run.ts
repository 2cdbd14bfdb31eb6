import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Expect, Parameter, SavedQuery } from '@heddle/contract/queries.ts'

/** The parts of a saved query that a run needs, or of a draft instead of it. */
export type QueryToRun = {
  /** Empty for a draft of no saved query. */
  readonly id: string
  readonly name: string
  /** Empty for a check of a pack, which runs on the connection given. */
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
  /** Where it applies; null: everywhere. */
  readonly when?: string | null
  readonly resource?: string
  readonly reason?: string
  readonly severity?: SavedQuery['severity']
  readonly pack?: SavedQuery['pack']
}

/** What findings are about: a check of a pack stays the same wherever and however often it is installed. */
export const subjectOf = ({ id, pack }: Pick<QueryToRun, 'id' | 'pack'>): string =>
  pack ? `${pack.name}/${pack.check}` : id

/** A query as its row has it. */
export type StoredQuery = Omit<QueryToRun, 'controllerConnectionId'> & {
  readonly controllerConnectionId: string | null
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
  when,
  resource,
  reason,
  severity,
  pack,
}: StoredQuery): QueryToRun => ({
  id,
  name,
  controllerConnectionId: controllerConnectionId ?? '',
  nodes,
  edges,
  postProcessors,
  parameters,
  expect: expect ?? null,
  look: look ?? false,
  when: when ?? null,
  ...onlyGiven({ resource, reason, severity, pack }),
})
