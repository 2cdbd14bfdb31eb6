import { diffCanvases } from './diff.ts'
import { nodeTitle } from './part-names.ts'
import type { PartKind, WireCanvas } from './wire-canvas.ts'

const NOUNS = { nodes: ['node', 'nodes'], edges: ['thread', 'threads'], post_processors: ['step', 'steps'] } as const
const MARKS = ['added', 'removed', 'changed'] as const

/** What is different after an edit, in words: `fvBD added. 2 threads removed.` Moves count if nothing else changed. */
export function describeCanvasChanges(before: WireCanvas, after: WireCanvas): string {
  const diff = diffCanvases(before, after)
  const told = MARKS.flatMap((mark) =>
    (Object.keys(NOUNS) as PartKind[]).flatMap((kind) => {
      const ids = diff.filter((part) => part.kind === kind && part.mark === mark).map(({ id }) => id)
      return ids.length === 0 ? [] : [`${whatOf(kind, ids, mark === 'removed' ? before : after)} ${mark}.`]
    }),
  )
  return told.length > 0 ? told.join(' ') : moved(before, after)
}

function whatOf(kind: PartKind, ids: readonly string[], canvas: WireCanvas): string {
  const [one, several] = NOUNS[kind]
  if (ids.length > 1) return `${ids.length} ${several}`
  const node = kind === 'nodes' ? canvas.nodes.find(({ id }) => id === ids[0]) : undefined
  return node ? nodeTitle(node) : one.replace(/^./, (letter) => letter.toUpperCase())
}

function moved(before: WireCanvas, after: WireCanvas): string {
  const places = new Map(before.nodes.map((node) => [node.id, node.position]))
  const ids = after.nodes.filter(({ id, position }) => places.get(id) !== position).map(({ id }) => id)
  return ids.length === 0 ? '' : `${whatOf('nodes', ids, after)} moved.`
}
