import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import type { PartKind, WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { partAtPath } from '@heddle/domain/canvas-editing/suggestions.ts'
import type { PlacedProblem } from '../checks/checks.ts'
import { NOTHING_SELECTED, type Selection } from '../canvas-store.ts'
import { words } from './words.ts'

export type ProblemPlace = {
  readonly selection: Selection
  /** What it is about, in words: `fvBD`, `Step 2, sort`. */
  readonly name: string
  /** The field inside of the selected part; empty for the part itself. */
  readonly field: string
}

type Owner = { readonly kind: PartKind; readonly id: string }

/** Where a problem is. Its path says more than its owner: a thread's problem may be about a property of one end. */
export function problemPlace(canvas: WireCanvas, problem: PlacedProblem): ProblemPlace {
  const place = partAtPath(canvas, problem.path)
  const owner = ownerOf(problem) ?? (place && { kind: place.kind, id: place.part.id })
  const index = owner ? canvas[owner.kind].findIndex(({ id }) => id === owner.id) : -1
  const part = owner && canvas[owner.kind][index]
  if (!owner || !part) return { selection: NOTHING_SELECTED, name: words.query, field: '' }
  const field = place?.part === part ? place.keys.join('.') : ''
  switch (owner.kind) {
    case 'nodes':
      return { selection: { nodes: [owner.id], edges: [] }, name: classesOfNode(part).join(' or ') || owner.id, field }
    case 'edges':
      return { selection: { nodes: [], edges: [owner.id] }, name: endsOf(canvas, part), field }
    case 'post_processors':
      return {
        selection: { ...NOTHING_SELECTED, step: owner.id },
        name: words.step(index + 1, String(part.type)),
        field,
      }
  }
}

function ownerOf({ node_id, edge_id, step_id }: PlacedProblem): Owner | undefined {
  if (step_id !== undefined) return { kind: 'post_processors', id: step_id }
  if (edge_id !== undefined) return { kind: 'edges', id: edge_id }
  return node_id === undefined ? undefined : { kind: 'nodes', id: node_id }
}

function endsOf({ nodes }: WireCanvas, edge: Readonly<Record<string, unknown>>): string {
  const nameOf = (id: unknown) => {
    const node = nodes.find((one) => one.id === id)
    return node ? classesOfNode(node).join(' or ') || node.id : '?'
  }
  return `${nameOf(edge.source)} – ${nameOf(edge.target)}`
}
