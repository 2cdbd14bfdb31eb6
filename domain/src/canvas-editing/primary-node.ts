import { JOINS, type CanvasEdge, type CanvasNode, type Join } from '../canvas/canvas.ts'
import { choosePrimary } from '../canvas/primary.ts'
import { ownText, type WireCanvas, type WirePart } from './wire-canvas.ts'

/** Id of the node whose rows are counted; see `choosePrimary`. */
export const primaryNode = ({ nodes, edges }: WireCanvas): string | undefined =>
  choosePrimary({ nodes: nodes.map(graphNode), edges: edges.map(graphEdge) })?.id

const graphNode = (node: WirePart): CanvasNode => ({
  id: node.id,
  class_name: ownText(node, 'class_name'),
  alias: node.id,
  scope_dn: undefined,
  filters: [],
  properties: [],
  primary: node.primary === true,
})

const graphEdge = (edge: WirePart): CanvasEdge => ({
  id: edge.id,
  source: ownText(edge, 'source') ?? '',
  target: ownText(edge, 'target') ?? '',
  kind: 'auto',
  depth: 'any',
  through: undefined,
  on: undefined,
  properties: [],
  join: joinOf(edge),
})

/** How the rows of an edge are joined; `inner` when it does not say. */
export const joinOf = (edge: WirePart): Join => JOINS.find((join) => join === edge.join) ?? 'inner'
