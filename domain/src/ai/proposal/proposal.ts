import type { EdgeKind, Join } from '../../canvas/canvas.ts'
import type { Problem } from '../../canvas/problem.ts'
import type { WireObject } from '../../canvas/wire.ts'

/**
 * A query, or changes of one, as a language model wrote it down. Nothing in it is checked against the class model yet.
 * What is undefined was left out: unchanged if the node, edge or step exists already.
 */
export type CanvasProposal = {
  readonly name: string
  readonly description: string
  readonly explanation: string
  readonly nodes: readonly ProposedNode[]
  readonly edges: readonly ProposedEdge[]
  readonly post_processors: readonly ProposedStep[]
  /** Ids of nodes, edges and steps of the existing canvas. */
  readonly remove: readonly string[]
  /** What was cut off, because nobody asks for that much. */
  readonly cut: readonly Problem[]
}

export type ProposedNode = {
  readonly id: string
  readonly class_name: string | undefined
  readonly alias: string | undefined
  readonly filters: readonly WireObject[] | undefined
  readonly properties: readonly string[] | undefined
  /** Empty: none. */
  readonly scope_dn: string | undefined
  readonly primary: boolean | undefined
  readonly reason: string
}

export type ProposedEdge = {
  readonly id: string
  readonly source: string | undefined
  readonly target: string | undefined
  readonly kind: EdgeKind | undefined
  readonly join: Join | undefined
  /** A relation class; only a hint. */
  readonly through: string | undefined
  readonly on: { readonly source: string; readonly target: string } | undefined
  readonly reason: string
}

export type ProposedStep = {
  readonly id: string
  readonly type: string | undefined
  readonly config: WireObject | undefined
  readonly reason: string
}

/** The lists of a canvas whose shape was checked. */
export type WireLists = {
  readonly nodes: readonly WireObject[]
  readonly edges: readonly WireObject[]
  readonly post_processors: readonly WireObject[]
}

export const EMPTY_LISTS: WireLists = { nodes: [], edges: [], post_processors: [] }
