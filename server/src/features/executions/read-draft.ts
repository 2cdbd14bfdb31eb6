import type { DraftBody } from '@heddle/contract/executions.ts'
import type { Expect, Parameter } from '@heddle/contract/queries.ts'
import { declarationsSizeFault } from '@heddle/domain/canvas/budget.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { type ExpectFaults, readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { storable } from '../../platform/text/storable.ts'
import type { QueryToRun } from '../planning/index.ts'

/** A draft as its run stores it, which no longer depends on the saved query. */
export type StoredDraft = {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
  readonly post_processors: readonly unknown[]
  readonly parameters: readonly Parameter[]
  readonly expect: Expect | null
}

type Declared = Pick<QueryToRun, 'parameters' | 'expect'>

/** Reads a draft. What it does not declare is as saved. Faults of its canvas are left to the planner. */
export function readDraft(
  wire: DraftBody,
  saved: Declared,
): { readonly draft: StoredDraft; readonly problems: readonly Problem[] } {
  // A run in the background reads it from the database, and must not differ from one that does not.
  const { nodes, edges, post_processors = [] } = storable(wire)
  const { problems, ...declared } = readDeclarations(wire, saved)
  return { draft: { nodes, edges, post_processors, ...declared }, problems }
}

type ReadDeclarations = Pick<StoredDraft, 'parameters' | 'expect'> & { readonly problems: readonly Problem[] }

function readDeclarations({ parameters, expect }: DraftBody, saved: Declared): ReadDeclarations {
  const excess = declarationsSizeFault({ parameters, expect })
  if (excess !== undefined)
    return { parameters: [], expect: null, problems: [{ code: 'too_large', message: excess, path: 'parameters' }] }
  const declared = readParameters(storable(parameters ?? []))
  const expected = readExpect(storable(expect))
  return {
    parameters: parameters === undefined ? saved.parameters : declared.parameters,
    expect: expect === undefined ? (saved.expect ?? null) : expected.expect,
    problems: [...problemsBelow('parameters', declared.faults), ...problemsBelow('expect', expected.faults)],
  }
}

/** A draft instead of what is saved in a query. */
export const withDraft = <Query extends QueryToRun>(query: Query, draft: StoredDraft): Query => ({
  ...query,
  nodes: draft.nodes,
  edges: draft.edges,
  postProcessors: draft.post_processors,
  parameters: draft.parameters,
  expect: draft.expect,
})

const problemsBelow = (field: string, faults: ExpectFaults): readonly Problem[] =>
  Object.entries(faults).flatMap(([path, messages]) => {
    const place = path === '' ? field : `${field}.${path}`
    return messages.map((message): Problem => ({ code: 'bad_value', message: `${place}: ${message}`, path: place }))
  })
