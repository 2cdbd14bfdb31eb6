import type { ReceivedCanvas } from './check-shape.ts'
import { namedClasses } from './named-classes.ts'
import { wireList, wireTexts, usesOf } from './node-uses.ts'

/**
 * The properties of a class that a canvas as received shows, filters or joins by; none if it only has the class, and
 * undefined if it does not use it at all. A relation class is used where an edge goes through it.
 */
export function usedProperties(canvas: ReceivedCanvas, className: string): readonly string[] | undefined {
  const edges = wireList(canvas.edges)
  const nodes = wireList(canvas.nodes).filter((node) => namedClasses({ ...canvas, nodes: [node] }).includes(className))
  const isThrough = edges.some(({ through }) => wireTexts([through]).includes(className))
  if (nodes.length === 0 && !isThrough) return undefined
  return [...new Set(nodes.flatMap((node) => [...usesOf(node, edges).properties]))]
}
