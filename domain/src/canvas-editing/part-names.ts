import type { WireObject } from '../canvas/wire.ts'
import { classesOfNode } from './node-classes.ts'
import { ownText, type WireCanvas } from './wire-canvas.ts'

/** What a node is called: `fvBD`, or `fvAEPg or l3extInstP`. */
export const nodeTitle = (node: WireObject): string => classesOfNode(node).join(' or ') || 'no class'

/** What must not be used again as the id of a node: columns are named by ids and aliases. */
export const takenNames = ({ nodes }: WireCanvas): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => [node.id, ownText(node, 'alias') ?? node.id]))

/** An id that reads well in front of columns: `bd` for fvBD, then `bd2`. */
export function readableId(className: string, taken: ReadonlySet<string>): string {
  const short = className.replace(/^[a-z0-9]+(?=[A-Z])/, '').toLowerCase()
  return freeName(short === '' ? 'node' : short, taken)
}

/** The name, or the first of `name2`, `name3` that nothing has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const stem = name.replace(/\d+$/, '') || name
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}${number}`)) return `${stem}${number}`
  }
}
