import type { Canvas, CanvasEdge } from '../canvas/canvas.ts'
import { nodesBeyond, validEdges, type Graph } from '../canvas/graph.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import { resolveEdgeOfUnions } from '../canvas/resolve-union-edge.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow, parentDn } from '../dn/dn.ts'
import type { ClassModel } from '../mim/model.ts'
import { typeIn } from './naive-filter.ts'
import { holdsNaively } from './naive-match.ts'

/** The object of each node; null where a `left` edge found none. */
export type Assignment = ReadonlyMap<string, ManagedObject | null>

type Passes = (object: ManagedObject, node: Canvas['nodes'][number]) => boolean

/**
 * The meaning of a canvas, straight from its definition (docs/adr/0003-canvas-semantics.md) and without regard for
 * speed: remove the outermost `left` or `without` edge, evaluate both sides, keep rows of the source's side with their
 * matches.
 */
export function bruteForce(
  canvas: Canvas,
  world: readonly ManagedObject[],
  model: ClassModel,
  passes: Passes,
): readonly Assignment[] {
  const matches = (edge: CanvasEdge, row: Assignment) => countMatches(edge, row, canvas, world, model)
  const objectsOf = (id: string) => {
    const node = canvas.nodes.find((candidate) => candidate.id === id)
    return node === undefined
      ? []
      : world.filter((object) => nodeClasses(node).some((wanted) => isA(object, wanted, model)) && passes(object, node))
  }

  const evaluate = (graph: Graph): readonly Assignment[] => {
    const outer = validEdges(graph).filter((edge) => edge.join !== 'inner')
    const outermost = outer.find((edge) =>
      outer.every((other) => other === edge || !nodesBeyond(other, graph).has(edge.source)),
    )
    if (outermost === undefined) return allInner(graph, objectsOf, matches)
    const rightIds = nodesBeyond(outermost, graph)
    const left = evaluate(part(graph, (id) => !rightIds.has(id)))
    const right = evaluate(part(graph, (id) => rightIds.has(id)))
    return left.flatMap((row) => {
      const joined = right
        .map((match) => new Map([...row, ...match]))
        .flatMap((both) => repeat(both, matches(outermost, both)))
      if (outermost.join === 'without') return joined.length === 0 ? [row] : []
      return joined.length > 0 ? joined : [new Map([...row, ...[...rightIds].map((id) => [id, null] as const)])]
    })
  }
  return evaluate(canvas)
}

function part({ nodes, edges }: Graph, belongs: (id: string) => boolean): Graph {
  return {
    nodes: nodes.filter(({ id }) => belongs(id)),
    edges: edges.filter(({ source, target }) => belongs(source) && belongs(target)),
  }
}

function allInner(
  graph: Graph,
  objectsOf: (id: string) => readonly ManagedObject[],
  matches: (edge: CanvasEdge, row: Assignment) => number,
): readonly Assignment[] {
  let rows: readonly Assignment[] = [new Map()]
  for (const { id } of graph.nodes) {
    const edges = validEdges(graph).filter(({ source, target }) => source === id || target === id)
    rows = rows
      .flatMap((row) => objectsOf(id).map((object) => new Map([...row, [id, object] as const])))
      .flatMap((row) =>
        repeat(
          row,
          edges.reduce(
            (times, edge) => times * (row.has(edge.source) && row.has(edge.target) ? matches(edge, row) : 1),
            1,
          ),
        ),
      )
  }
  return rows
}

function repeat(row: Assignment, times: number): readonly Assignment[] {
  return Array.from({ length: times }, () => row)
}

const isA = ({ class_name }: ManagedObject, wanted: string, model: ClassModel) =>
  class_name === wanted || model.find(class_name)?.super_classes.includes(wanted) === true

/** How often two objects match: for relations, once per relation object between them. */
function countMatches(
  edge: CanvasEdge,
  row: Assignment,
  canvas: Canvas,
  world: readonly ManagedObject[],
  model: ClassModel,
): number {
  const source = row.get(edge.source)
  const target = row.get(edge.target)
  if (!source || !target) return 0
  const classesOf = (id: string) => canvas.nodes.filter((node) => node.id === id).flatMap(nodeClasses)
  const ends = { source: classesOf(edge.source), target: classesOf(edge.target) }
  const resolved = resolveEdgeOfUnions(edge, ends, model)
  if (!resolved.ok) return 0
  const { meaning } = resolved
  if (meaning.kind === 'contains')
    return Number(meaning.depth === 'child' ? parentDn(target.dn) === source.dn : isBelow(target.dn, source.dn))
  if (meaning.kind === 'any') return 1
  if (meaning.kind === 'match') {
    // Of a union, only what has the same type in all its classes is compared by it.
    const typeAt = (classes: readonly string[], object: ManagedObject, property: string) =>
      classes.length === 1 || new Set(classes.map((name) => typeIn(model, name, property))).size === 1
        ? typeIn(model, object.class_name, property)
        : undefined
    const types = {
      source: (property: string) => typeAt(ends.source, source, property),
      target: (property: string) => typeAt(ends.target, target, property),
    }
    return Number(meaning.conditions.every((condition) => holdsNaively(condition, source, target, types)))
  }
  const links = (holder: ManagedObject, named: ManagedObject) =>
    world.filter(
      (object) =>
        object.class_name === meaning.through &&
        parentDn(object.dn) === holder.dn &&
        object.attributes.tDn === named.dn,
    ).length
  return (
    (meaning.holder === 'target' ? 0 : links(source, target)) +
    (meaning.holder === 'source' ? 0 : links(target, source))
  )
}
