import type { Canvas, CanvasEdge, CanvasNode, PostProcessorStep } from '../canvas/canvas.ts'
import { parseCanvas } from '../canvas/parse-canvas.ts'

type NodeParts = Partial<Omit<CanvasNode, 'id' | 'class_name'>>

/** A node for tests; name only what the test is about. */
export function node(id: string, className?: string, parts: NodeParts = {}): Record<string, unknown> {
  return { id, ...(className === undefined ? {} : { class_name: className }), ...parts }
}

/** `on` in its wire form. */
type EdgeParts = Partial<Omit<CanvasEdge, 'source' | 'target' | 'on'>> & { readonly on?: unknown }

/** An edge for tests, written `source → target`; its id is `source-target`. */
export function edge(ends: string, parts: EdgeParts = {}): Record<string, unknown> {
  const [source = '', target = ''] = ends.split(' → ')
  return { id: `${source}-${target}`, source, target, ...parts }
}

/** A canvas for tests, parsed from its wire form; throws if that is faulty. */
export function canvas(
  nodes: readonly unknown[],
  edges: readonly unknown[] = [],
  steps: readonly Partial<PostProcessorStep>[] = [],
): Canvas {
  const parsed = parseCanvas({ nodes, edges, post_processors: steps })
  if (parsed.problems.length > 0)
    throw new Error(`the canvas of the test is faulty: ${JSON.stringify(parsed.problems)}`)
  return parsed.canvas
}

/** A drawing for tests: `a → b` inner, `a left b`, `a without b`; nodes in order of mention, with any class. */
export function drawing(...arrows: readonly string[]): Canvas {
  const edges = arrows
    .filter((arrow) => arrow.includes(' '))
    .map((arrow) => {
      const [source = '', how = '', target = ''] = arrow.split(' ')
      return edge(`${source} → ${target}`, how === '→' ? {} : { join: how as 'left' | 'without' })
    })
  const ids = new Set(
    arrows.flatMap((arrow) => arrow.split(' ').filter((word) => !['→', 'left', 'without'].includes(word))),
  )
  return canvas(
    [...ids].map((id) => node(id, 'fvBD')),
    edges,
  )
}
