import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import { primaryNode } from '@heddle/domain/canvas-editing/primary-node.ts'
import { ownText, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { filterLine } from '../../../canvas/layout/filter-line.ts'
import { words } from './words.ts'

const LONGEST = 200

/** A name that says what is read and by which filters: `fvBD without fvCtx, arpFlood = yes`. */
export function suggestedName(canvas: WireCanvas): string {
  const { nodes, edges } = canvas
  const first = primaryNode(canvas)
  const without = new Set(edges.filter((edge) => edge.join === 'without').map((edge) => ownText(edge, 'target') ?? ''))
  const ordered = nodes.toSorted((a, b) => Number(b.id === first) - Number(a.id === first))
  const titlesOf = (isMissing: boolean) => ordered.filter(({ id }) => without.has(id) === isMissing).map(nodeTitle)
  const filters = ordered.flatMap((node) => (Array.isArray(node.filters) ? node.filters.map(filterLine) : []))
  return words.suggestion.name(titlesOf(false), titlesOf(true), filters).slice(0, LONGEST)
}
