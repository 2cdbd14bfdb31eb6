import type { SavedQueryPatch } from '@heddle/contract/queries.ts'
import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { guidanceOf } from './guidance.ts'
import type { LockedQuery } from './saved-queries.store.ts'

/** What a version holds. */
export type CanvasParts = {
  readonly nodes: Record<string, unknown>[]
  readonly edges: Record<string, unknown>[]
  readonly post_processors: Record<string, unknown>[]
}

export const CANVAS_PARTS = ['nodes', 'edges', 'post_processors'] as const

export const storedParts = ({
  nodes,
  edges,
  postProcessors,
}: Pick<LockedQuery, 'nodes' | 'edges' | 'postProcessors'>): CanvasParts => ({
  nodes,
  edges,
  post_processors: postProcessors,
})

/** What there is of a query, wherever it runs. */
export type QueryBody = Omit<SavedQueryPatch, 'controller_connection'>

// `checkShape` has ensured that the lists hold objects.
export const partsOfNew = (body: QueryBody): CanvasParts => ({
  nodes: [],
  edges: [],
  post_processors: [],
  ...partsGiven(body),
})

export function partsGiven(body: QueryBody): Partial<CanvasParts> {
  const { nodes, edges, post_processors } = body as Partial<CanvasParts>
  return onlyGiven({ nodes, edges, post_processors })
}

export const partColumns = (parts: CanvasParts) => ({
  nodes: parts.nodes,
  edges: parts.edges,
  postProcessors: parts.post_processors,
})

/** What a body declares beside the canvas, as `checkBody` has found it to be. */
export const declaredColumns = ({ expect, parameters, when, resource, reason, ...others }: QueryBody) =>
  onlyGiven({
    ...{ when, resource, reason },
    ...{ severity: others.severity, why: others.why, remedy: others.remedy, links: others.links, look: others.look },
    expect: expect === undefined ? undefined : readExpect(expect).expect,
    parameters: parameters && readParameters(parameters).parameters,
  })

export const describedColumns = (patch: SavedQueryPatch) =>
  onlyGiven({
    name: patch.name,
    description: patch.description,
    categoryId: patch.category,
    controllerConnectionId: patch.controller_connection,
  })

/** A query after a change, as far as it is shown. */
export function afterChange(row: LockedQuery, patch: SavedQueryPatch) {
  const { name, description, categoryId, controllerConnectionId, expect, parameters } = row
  return {
    ...{ name, description, categoryId, controllerConnectionId, expect, parameters },
    ...guidanceOf(row),
    ...partColumns({ ...storedParts(row), ...partsGiven(patch) }),
    ...describedColumns(patch),
    ...declaredColumns(patch),
  }
}
