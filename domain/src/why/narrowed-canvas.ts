import type { Canvas, CanvasNode, Filter } from '../canvas/canvas.ts'
import { choosePrimary } from '../canvas/primary.ts'
import { propertiesOf } from '../filter/class-filters.ts'
import { type EdgeStage, edgeStages } from './edge-stages.ts'

export type NarrowedOptions = {
  /** How many of the edge stages it has. */
  readonly stages: number
  /** The nodes that the last stage adds lose their filters and scopes, and show what the filters look at. */
  readonly relaxed?: boolean
}

/**
 * A canvas without steps that reads one object of the primary node, and what its first edges find for it. Behind a
 * `left` edge there may also be rows without the object.
 */
export function narrowedCanvas(canvas: Canvas, dn: string, { stages, relaxed = false }: NarrowedOptions): Canvas {
  const primary = choosePrimary(canvas)
  if (primary === undefined) throw new Error('a canvas without a primary node was not validated')
  const used = edgeStages(canvas, primary.id).slice(0, stages)
  const ids = new Set([primary.id, ...used.flatMap(({ adds }) => adds)])
  const bare = new Set(relaxed ? used.at(-1)?.adds : [])
  const nodes = canvas.nodes
    .filter(({ id }) => ids.has(id))
    .map((node) => (node.id === primary.id ? onlyObject(node, dn) : bare.has(node.id) ? withoutFilters(node) : node))
  return { nodes, edges: edgesOf(canvas, used), post_processors: [] }
}

function edgesOf({ edges }: Canvas, stages: readonly EdgeStage[]): Canvas['edges'] {
  const used = new Set(stages.flatMap(({ edge, behind }) => [edge, ...behind]))
  return edges.filter((edge) => used.has(edge))
}

const unlimited = ({ time_range: _, ...node }: CanvasNode): CanvasNode => ({
  ...node,
  scope_dn: undefined,
  filters: [],
})

function onlyObject(node: CanvasNode, dn: string): CanvasNode {
  const filters: readonly Filter[] = [{ property: 'dn', operator: 'eq', value: dn }]
  return { ...unlimited(node), filters, primary: true }
}

const withoutFilters = (node: CanvasNode): CanvasNode => ({
  ...unlimited(node),
  properties: [...new Set(['dn', ...node.filters.flatMap(propertiesOf)])],
})
