import type { Canvas, CanvasEdge, CanvasNode, Filter } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import { choosePrimary } from '../canvas/primary.ts'
import { resolveEdgeOfUnions } from '../canvas/resolve-union-edge.ts'
import type { ClassModel } from '../mim/model.ts'
import { propertiesOf } from '../filter/class-filters.ts'
import { type EdgeStage, edgeStages } from './edge-stages.ts'

type NarrowedOptions = {
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

/** The class of the relation objects that an edge follows, if the end that is joined first holds them. */
export function relationHeld(canvas: Canvas, { edge, adds }: EdgeStage, model: ClassModel): string | undefined {
  const classesAt = (id: string) =>
    nodeClasses(canvas.nodes.find((node) => node.id === id) ?? { class_name: undefined })
  const ends = { source: classesAt(edge.source), target: classesAt(edge.target) }
  const resolved = resolveEdgeOfUnions(edge, ends, model)
  if (!resolved.ok || resolved.meaning.kind !== 'references' || adds.length === 0) return undefined
  const near = adds[0] === edge.source ? 'target' : 'source'
  return resolved.meaning.holder === near ? resolved.meaning.through : undefined
}

/** The same canvas up to one of its edges, with the relation objects of that edge instead of what they point to. */
export function relationCanvas(canvas: Canvas, dn: string, index: number, model: ClassModel): Canvas {
  const before = narrowedCanvas(canvas, dn, { stages: index })
  const stage = edgeStages(canvas, choosePrimary(canvas)!.id)[index]!
  const { edge, adds } = stage
  const id = `${edge.id}:relation`
  const near = adds[0] === edge.source ? edge.target : edge.source
  const node: CanvasNode = {
    ...{ id, class_name: relationHeld(canvas, stage, model), alias: RELATION, scope_dn: undefined },
    ...{ filters: [], properties: ['dn', 'tDn'], primary: false },
  }
  const held: CanvasEdge = {
    ...{ id: edge.id, source: near, target: id, kind: 'contains', depth: 'child', join: 'inner' },
    ...{ through: undefined, on: undefined, properties: [] },
  }
  return { ...before, nodes: [...before.nodes, node], edges: [...before.edges, held] }
}

/** The prefix of the columns of relation objects. */
export const RELATION = 'relation'

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
