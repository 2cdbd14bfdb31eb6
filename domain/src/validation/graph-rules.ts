import type { Canvas, CanvasEdge, CanvasNode } from '../canvas/canvas.ts'
import { nodesBeyond, connectedParts, findCycle, validEdges } from '../canvas/graph.ts'
import { hiddenNodes, rowNodes } from '../canvas/primary.ts'
import type { Problem } from '../canvas/problem.ts'
import { relationColumns } from '../canvas/row-columns.ts'

/** Faults of the drawing itself, regardless of the classes. */
export function graphProblems(canvas: Canvas): readonly Problem[] {
  if (canvas.nodes.length === 0) return [{ code: 'empty_canvas', message: 'the canvas has no nodes', path: 'nodes' }]
  return [
    ...duplicateIds(canvas),
    ...looseEdges(canvas),
    ...cycles(canvas),
    ...keptSideFaults(canvas),
    ...separateParts(canvas),
    ...primaries(canvas),
    ...sharedAliases(canvas),
    ...edgesNamedLikeNodes(canvas),
  ]
}

function duplicateIds({ nodes }: Canvas): Problem[] {
  return nodes.flatMap((node, index) => {
    if (nodes.findIndex((other) => other.id === node.id) === index) return []
    return [
      {
        code: 'duplicate_node_id',
        message: `two nodes have the id ${node.id}`,
        node_id: node.id,
        path: `nodes.${index}.id`,
      },
    ]
  })
}

function looseEdges({ nodes, edges }: Canvas): Problem[] {
  const ids = new Set(nodes.map((node) => node.id))
  return edges.flatMap((edge, index) => {
    const missing = (['source', 'target'] as const).filter((end) => !ids.has(edge[end]))
    const problems: Problem[] = missing.map((end) => ({
      code: 'edge_endpoint_missing',
      message: `the ${end} of edge ${edge.id} is "${edge[end]}", and no node has that id`,
      edge_id: edge.id,
      path: `edges.${index}.${end}`,
    }))
    if (missing.length > 0 || edge.source !== edge.target) return problems
    return [
      {
        code: 'self_edge',
        message: `edge ${edge.id} leads from ${edge.source} to itself`,
        edge_id: edge.id,
        path: `edges.${index}`,
      },
    ]
  })
}

/** How many nodes a message names, so that a hundred of them are not named in a hundred messages. */
const MOST_NAMED = 20

const listOf = (ids: readonly string[]): string =>
  [...ids.slice(0, MOST_NAMED), ...(ids.length > MOST_NAMED ? ['…'] : [])].join(', ')

function cycles(canvas: Canvas): Problem[] {
  const cycle = findCycle(canvas)
  if (cycle === undefined) return []
  const named = cycle.length > MOST_NAMED ? [...cycle.slice(0, MOST_NAMED), '…'] : [...cycle, cycle[0]]
  return [
    {
      code: 'cyclic_graph',
      message: `the edges form a cycle: ${named.join(' → ')}`,
      node_id: cycle[0] ?? '',
      path: 'edges',
    },
  ]
}

/**
 * A `left` or `without` edge is joined after everything behind it, so it must be the only connection to what is behind
 * it, and two such edges must not lie behind each other.
 */
function keptSideFaults(canvas: Canvas): Problem[] {
  if (findCycle(canvas) !== undefined) return []
  const outer = validEdges(canvas).filter((edge) => edge.join !== 'inner')
  const sides = outer.map((edge) => ({ edge, reached: nodesBeyond(edge, canvas) }))
  const bridges = sides.filter(({ edge, reached }) => !reached.has(edge.source))
  return sides.flatMap(({ edge, reached }) => {
    if (reached.has(edge.source)) {
      return [
        onEdge(
          canvas,
          edge,
          `edge ${edge.id} is part of a loop of edges, so it can only be an inner join, not \`${edge.join}\``,
        ),
      ]
    }
    const rival = bridges.find(
      (other) => other.edge !== edge && reached.has(other.edge.source) && other.reached.has(edge.source),
    )
    if (rival === undefined) return []
    const both = `edges ${edge.id} and ${rival.edge.id} both keep their sources`
    return [onEdge(canvas, edge, `${both} and lead to the same side: make one of them inner, or reverse it`)]
  })
}

function onEdge(canvas: Canvas, edge: CanvasEdge, message: string): Problem {
  return { code: 'cyclic_graph', message, edge_id: edge.id, path: `edges.${canvas.edges.indexOf(edge)}.join` }
}

function separateParts(canvas: Canvas): Problem[] {
  const parts = connectedParts(canvas)
  if (parts.length < 2) return []
  const names = parts.map(([first = '']) => first)
  const message = `the canvas has ${parts.length} unconnected parts, around ${listOf(names)}: connect them or remove all but one`
  return names.slice(1).map((node_id) => ({ code: 'disconnected_graph', message, node_id, path: 'nodes' }))
}

function primaries(canvas: Canvas): Problem[] {
  const flagged = canvas.nodes.filter((node) => node.primary)
  const hidden = hiddenNodes(canvas)
  const at = (node: CanvasNode) => ({ node_id: node.id, path: `nodes.${canvas.nodes.indexOf(node)}.primary` })
  const all = listOf(flagged.map(({ id }) => id))
  const several: Problem[] = flagged.slice(1).map((node) => ({
    code: 'several_primaries',
    message: `${all} are all primary: only one node can be`,
    ...at(node),
  }))
  const unfit: Problem[] = flagged
    .filter((node) => hidden.has(node.id))
    .map((node) => ({
      code: 'bad_value',
      message: `${node.id} is behind a \`without\` edge: it gives no columns and cannot be primary`,
      ...at(node),
    }))
  return [...several, ...unfit]
}

// The columns of two nodes would overwrite each other. This is an error, not a silent rename: a column must not change
// its name because another node was added.
function sharedAliases(canvas: Canvas): Problem[] {
  const prefixed = rowNodes(canvas).slice(1)
  return prefixed.flatMap((node, index) => {
    const other = prefixed.slice(0, index).find(({ alias, id }) => alias === node.alias && id !== node.id)
    if (other === undefined) return []
    const message = `${other.id} and ${node.id} have the same alias ${node.alias}, so their columns would overwrite each other`
    return [{ code: 'bad_value', message, node_id: node.id, path: `nodes.${canvas.nodes.indexOf(node)}.alias` }]
  })
}

function edgesNamedLikeNodes(canvas: Canvas): Problem[] {
  const prefixed = rowNodes(canvas).slice(1)
  return relationColumns(canvas).flatMap(({ edge }) => {
    const node = prefixed.find(({ alias }) => alias === edge.id)
    if (node === undefined) return []
    const message = `edge ${edge.id} has properties, and node ${node.id} the alias ${node.alias}, so their columns would overwrite each other`
    return [{ code: 'bad_value', message, edge_id: edge.id, path: `edges.${canvas.edges.indexOf(edge)}.id` }]
  })
}
